package io.evenkeel.reduce;

import java.io.IOException;

/** The TaskTracker does not know our endpoint: it runs without the filter. */
final class NoBatchesException extends IOException {
  private static final long serialVersionUID = 1L;

  NoBatchesException(String message) {
    super(message);
  }
}
