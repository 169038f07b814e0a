package io.evenkeel.wire;

import java.io.IOException;

/** Bytes that are not what the protocol says. */
public final class WireException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Says what is wrong with the bytes. */
  public WireException(String message) {
    super(message);
  }
}
