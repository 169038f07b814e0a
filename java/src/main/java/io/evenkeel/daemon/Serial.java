package io.evenkeel.daemon;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Runs one action on a shared pool, never twice at a time, and again if it was asked meanwhile.
 * Each run is a task of its own: others have their turn in between, and who times tasks does not
 * take many short runs for one that hangs.
 */
final class Serial {
  private static final Log LOG = LogFactory.getLog(Serial.class);
  private final Executor pool;
  private final Runnable action;
  private boolean running;
  private boolean again;

  Serial(Executor pool, Runnable action) {
    this.pool = pool;
    this.action = action;
  }

  /** Asks for a run that starts after this call. */
  void kick() {
    synchronized (this) {
      if (running) {
        again = true;
        return;
      }
      running = true;
    }
    pool.execute(this::run);
  }

  private void run() {
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      LOG.error("a step failed; the next one goes on", e);
    }
    synchronized (this) {
      if (!again) {
        running = false;
        return;
      }
      again = false;
    }
    try {
      pool.execute(this::run);
    } catch (RejectedExecutionException e) {
      LOG.debug("the daemon ends, and with it this action", e);
    }
  }
}
