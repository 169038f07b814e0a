package io.evenkeel.reduce;

import java.io.IOException;

/** The bytes of a segment are not what its map wrote. */
final class CorruptSegmentException extends IOException {
  private static final long serialVersionUID = 1L;

  CorruptSegmentException(String message) {
    super(message);
  }
}
