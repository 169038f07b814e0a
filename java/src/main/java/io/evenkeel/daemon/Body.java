package io.evenkeel.daemon;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.mortbay.jetty.nio.SelectChannelConnector;
import org.mortbay.util.ajax.Continuation;
import org.mortbay.util.ajax.ContinuationSupport;

/**
 * A request's body, read as it comes. While nothing comes the request gives its thread back, and
 * memory is taken for what is there, not for what was announced.
 */
final class Body {
  private static final int FIRST = 16 << 10;
  private static final long LIMIT_MILLIS = 20000;
  private static final int LONGEST_PAUSE = 500;
  private final Bodies bodies;
  private byte[] bytes = new byte[0];
  private int at;
  private int pauses;

  Body(Bodies bodies) {
    this.bodies = bodies;
  }

  /** All of it; throws Jetty's retry if the rest is yet to come. */
  byte[] read(Exchange exchange, int length) throws IOException {
    InputStream in = exchange.request().getInputStream();
    while (at < length) {
      if (exchange.age() > LIMIT_MILLIS) {
        throw new HttpFailure(408, "the body comes too slowly");
      }
      if (in.available() == 0) {
        pause(exchange);
      }
      room(exchange, length);
      int got = in.read(bytes, at, bytes.length - at);
      if (got < 0) {
        throw new HttpFailure(400, "the body ends early");
      }
      at += got;
    }
    bodies.arrived(exchange);
    return bytes;
  }

  private void room(Exchange exchange, int length) throws HttpFailure {
    if (at == bytes.length) {
      int size = (int) Math.min(length, Math.max(FIRST, 2L * at));
      bodies.grow(exchange, size, length);
      bytes = Arrays.copyOf(bytes, size);
    }
  }

  /** Gives the thread back for a moment; behind a connector that cannot, the read blocks. */
  private void pause(Exchange exchange) throws HttpFailure {
    Continuation continuation = ContinuationSupport.getContinuation(exchange.request(), this);
    if (!(continuation instanceof SelectChannelConnector.RetryContinuation)) {
      return;
    }
    if (continuation.isPending()) {
      continuation.reset();
    }
    bodies.waits(exchange);
    continuation.suspend(Math.min(LONGEST_PAUSE, 5 << Math.min(pauses++, 10)));
  }
}
