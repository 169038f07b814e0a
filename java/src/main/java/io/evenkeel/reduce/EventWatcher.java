package io.evenkeel.reduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.hadoop.mapred.EvenkeelTaskAccess;
import org.apache.hadoop.mapred.EvenkeelUmbilical;
import org.apache.hadoop.mapred.TaskAttemptID;

/**
 * Asks the TaskTracker what became of maps, which bulletins say sooner where they come, and tells
 * it about fetch failures; until the task has built its own parts, also that the task lives.
 */
final class EventWatcher extends Thread {
  private static final Log LOG = LogFactory.getLog(EventWatcher.class);
  private static final long PAUSE_MILLIS = 1_000;
  private static final long STATUS_MILLIS = 3_000;
  private static final long BETWEEN_MILLIS = 200;
  private static final int MOST_BETWEEN = 50;
  private static final long START_OVER_MILLIS = 120_000;
  private static final int MOST_EVENTS = 10_000;
  private static final int MOST_ERRORS = 20;

  private final EvenkeelUmbilical umbilical;
  private final CopyPlan plan;
  private final MapEvents events;
  private final FetchFailures failures;
  private final int maps;
  private Object reporter;
  private boolean alone = true;
  private int between;

  EventWatcher(EvenkeelUmbilical umbilical, CopyPlan plan, FetchFailures failures, int maps) {
    super("evenkeel map events");
    setDaemon(true);
    this.umbilical = umbilical;
    this.plan = plan;
    this.failures = failures;
    this.maps = maps;
    this.events = new MapEvents(plan, maps);
  }

  /**
   * From now on the task itself says that it lives. Until its reducer is built its words carry no
   * progress, which it does not know yet; so ours are repeated at a short distance.
   */
  synchronized void leaveHook() {
    alone = false;
    notifyAll();
  }

  /** The task's own reporter, which carries fetch failures from now on. */
  synchronized void reportTo(Object taskReporter) throws IOException, InterruptedException {
    reporter = taskReporter;
    umbilical.running(2 / 3f, "reduce > reduce");
    notifyAll();
  }

  @Override
  public void run() {
    int errors = 0;
    long status = 0;
    long over = Clock.SYSTEM.millis() + START_OVER_MILLIS;
    try {
      while (!plan.isClosed() && !isDone()) {
        long now = Clock.SYSTEM.millis();
        try {
          if (now > over && !plan.isWhole()) {
            events.startOver();
            over = now + START_OVER_MILLIS;
          }
          if (bridge()) {
            continue;
          }
          events.hear(umbilical.events(events.next(), MOST_EVENTS));
          if (now - status >= STATUS_MILLIS) {
            status = now;
            tell();
          }
          errors = 0;
        } catch (IOException e) {
          LOG.info("Evenkeel: the TaskTracker does not answer: " + e);
          if (++errors == MOST_ERRORS) {
            throw e;
          }
        }
        pause();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      plan.fail(e);
    } finally {
      umbilical.close();
    }
  }

  /** Once everything is here, it does not matter what becomes of maps. */
  private synchronized boolean isDone() {
    return reporter != null && plan.isWhole();
  }

  /**
   * Between our hook and the reducer: says how far the task is, after what Hadoop says of it. For
   * ten seconds: a task that hangs there must not be kept alive.
   */
  private synchronized boolean bridge() throws IOException, InterruptedException {
    if (alone || reporter != null || between == MOST_BETWEEN) {
      return false;
    }
    between++;
    umbilical.sorting(1 / 3f, "reduce > sort");
    wait(BETWEEN_MILLIS);
    return true;
  }

  private synchronized void pause() throws InterruptedException {
    boolean hooked = alone;
    long end = System.nanoTime() + PAUSE_MILLIS * 1_000_000;
    for (long left = PAUSE_MILLIS; left > 0 && alone == hooked; ) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
  }

  private synchronized void tell() throws IOException, InterruptedException {
    if (!alone && reporter == null) {
      return;
    }
    List<TaskAttemptID> failed = new ArrayList<>();
    for (String attempt : failures.drain()) {
      failed.add(TaskAttemptID.forName(attempt));
    }
    if (alone) {
      int done = plan.mapsDone();
      float progress = maps == 0 ? 0 : done / (3.0f * maps);
      String state = "reduce > copy (Evenkeel: " + done + " of " + maps + " maps are done) > ";
      if (!umbilical.copying(progress, state, failed)) {
        throw new IOException("the TaskTracker does not know this task");
      }
      return;
    }
    for (TaskAttemptID map : failed) {
      EvenkeelTaskAccess.fetchFailed(reporter, map);
    }
  }
}
