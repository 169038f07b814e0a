package io.evenkeel.daemon;

import org.mortbay.jetty.nio.SelectChannelConnector;
import org.mortbay.util.ajax.Continuation;
import org.mortbay.util.ajax.ContinuationSupport;

/** A request that can give its thread back and be called again. */
interface Sleeper {
  /** Whether it can; behind a connector that would hold the thread it cannot. */
  boolean canSleep();

  /** Gives the thread back by throwing; called while {@link Parking}'s lock is held. */
  void sleep(long millis);

  /** Lets the request come back. */
  void wake();

  /** The request's continuation in Jetty 6. */
  final class OfJetty implements Sleeper {
    private final Continuation continuation;

    OfJetty(Exchange exchange) {
      continuation = ContinuationSupport.getContinuation(exchange.request(), this);
      if (canSleep() && continuation.isPending()) {
        continuation.reset();
      }
    }

    @Override
    public boolean canSleep() {
      return continuation instanceof SelectChannelConnector.RetryContinuation;
    }

    @Override
    public void sleep(long millis) {
      continuation.suspend(millis);
    }

    @Override
    public void wake() {
      continuation.resume();
    }
  }
}
