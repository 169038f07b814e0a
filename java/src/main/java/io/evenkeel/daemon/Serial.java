package io.evenkeel.daemon;

import java.util.concurrent.Executor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Runs one action on a shared pool, never twice at a time, and again if it was asked meanwhile. */
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
    boolean more = true;
    while (more) {
      try {
        action.run();
      } catch (RuntimeException | LinkageError e) {
        LOG.error("a step failed; the next one goes on", e);
      }
      synchronized (this) {
        more = again;
        again = false;
        running = more;
      }
    }
  }
}
