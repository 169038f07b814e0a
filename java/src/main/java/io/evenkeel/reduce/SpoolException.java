package io.evenkeel.reduce;

import java.io.IOException;

/** This node's disks fail us; no other TaskTracker is to blame. */
final class SpoolException extends IOException {
  private static final long serialVersionUID = 1L;

  SpoolException(String message, IOException cause) {
    super(message, cause);
  }
}
