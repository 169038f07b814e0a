package io.evenkeel.daemon;

import java.io.IOException;

/** Answers the requests below {@code /evenkeel} in one kind of daemon. */
interface Handler {
  /** Answers one request, or parks it. */
  void handle(Exchange exchange) throws IOException;

  /** Stops the handler's threads. */
  void close();
}
