package io.evenkeel.daemon;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.LongSupplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The planners' threads. A native call that hangs cannot be ended, so its thread counts as lost
 * until it comes back, and another takes its place: {@link #SIZE} threads are at work whatever
 * hangs. When {@link #TOO_MANY} are lost {@link #hanging} says so, the native core is asked nothing
 * more, and so at most {@code TOO_MANY + SIZE} are ever lost.
 */
final class Workers implements Executor {
  static final int SIZE = 4;
  static final int TOO_MANY = 4;
  private static final Log LOG = LogFactory.getLog(Workers.class);
  private final ThreadPoolExecutor pool = Threads.pool("evenkeel-work", SIZE);
  private final long limitMillis;
  private final LongSupplier clock;
  private final Map<Runnable, Long> running = new IdentityHashMap<Runnable, Long>();
  private int lost;

  /** Threads whose steps should not take longer than {@code limitMillis}. */
  Workers(long limitMillis, LongSupplier clock) {
    this.limitMillis = limitMillis;
    this.clock = clock;
  }

  @Override
  public void execute(Runnable step) {
    pool.execute(new Step(step));
  }

  /** Called now and then: counts the threads that hang, and replaces them. */
  synchronized void tick() {
    long now = clock.getAsLong();
    int hang = 0;
    for (long since : running.values()) {
      hang += now - since > limitMillis ? 1 : 0;
    }
    if (hang != lost) {
      LOG.warn(hang + " threads hang in a step of a schedule; others take their place");
      lost = hang;
      int size = SIZE + Math.min(hang, TOO_MANY + SIZE);
      // The larger bound first, when growing; the smaller first, when shrinking.
      if (size > pool.getMaximumPoolSize()) {
        pool.setMaximumPoolSize(size);
        pool.setCorePoolSize(size);
      } else {
        pool.setCorePoolSize(size);
        pool.setMaximumPoolSize(size);
      }
    }
  }

  /** Why the native core must not be asked any more, or null. */
  synchronized String hanging() {
    return lost < TOO_MANY
        ? null
        : lost
            + " calls of the native library have not come back. Cure: restart the JobTracker, and"
            + " report its version and the jobs' sizes";
  }

  /** Threads that hang now. */
  synchronized int lost() {
    return lost;
  }

  /** Steps under way. */
  synchronized int running() {
    return running.size();
  }

  /** Ends the threads that can be ended. */
  void shutdownNow() {
    pool.shutdownNow();
  }

  private final class Step implements Runnable {
    private final Runnable action;

    Step(Runnable action) {
      this.action = action;
    }

    @Override
    public void run() {
      synchronized (Workers.this) {
        running.put(this, clock.getAsLong());
      }
      try {
        action.run();
      } finally {
        synchronized (Workers.this) {
          running.remove(this);
        }
      }
    }
  }
}
