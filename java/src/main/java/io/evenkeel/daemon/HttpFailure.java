package io.evenkeel.daemon;

import java.io.IOException;

/** A request that is refused with a status and one line that says why. */
final class HttpFailure extends IOException {
  private static final long serialVersionUID = 1L;
  final int status;

  HttpFailure(int status, String message) {
    super(message);
    this.status = status;
  }
}
