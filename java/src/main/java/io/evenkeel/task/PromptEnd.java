package io.evenkeel.task;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Lets a task end when it is done. At its end a task of Hadoop 1.0.4 waits for its communication
 * thread, which sleeps for three seconds at a time; so each map, each reduce, and a job's setup and
 * cleanup end 1.5 s late on average, with their slot taken. This wakes the sleeper as soon as the
 * task waits for it, and not before: until then it tells the TaskTracker that the task lives.
 *
 * <p>The status that it would have sent is not lost: the task sends its last one itself. Whatever
 * cannot be seen or done here leaves the task to end as Hadoop's.
 */
public final class PromptEnd extends Thread {
  private static final Log LOG = LogFactory.getLog(PromptEnd.class);
  private static final String SPEAKER = "communication thread";
  private static final String REPORTER = "org.apache.hadoop.mapred.Task$TaskReporter";
  private static final long FIRST_MILLIS = 2;
  private static final long LONGEST_MILLIS = 50;

  private final Thread task;
  private final Thread speaker;

  private PromptEnd(Thread task, Thread speaker) {
    super("evenkeel end");
    setDaemon(true);
    this.task = task;
    this.speaker = speaker;
  }

  /** Begins to watch a task whose work is done, by the thread it runs in. */
  public static void of(Thread task) {
    try {
      Thread speaker = speaker(task.getThreadGroup());
      if (speaker != null) {
        new PromptEnd(task, speaker).start();
      }
    } catch (RuntimeException | OutOfMemoryError e) {
      // A security manager of the job's, or no thread to be had: neither may fail the task.
      LOG.info("Evenkeel: the task ends as Hadoop's: " + e);
    }
  }

  private static Thread speaker(ThreadGroup group) {
    Thread[] all = new Thread[2 * group.activeCount() + 1];
    int count = group.enumerate(all);
    for (int i = 0; i < count; i++) {
      if (SPEAKER.equals(all[i].getName()) && isIn(all[i], "run")) {
        return all[i];
      }
    }
    return null;
  }

  @Override
  public void run() {
    try {
      if (awaitEnd()) {
        speaker.interrupt();
        LOG.info("Evenkeel: the task is done, and does not wait for Hadoop's thread");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.info("Evenkeel: the task ends as Hadoop's: " + e);
    }
  }

  /** Whether the task waits for a speaker that sleeps; if not, the speaker has ended by itself. */
  private boolean awaitEnd() throws InterruptedException {
    for (long pause = FIRST_MILLIS;
        speaker.isAlive();
        pause = Math.min(2 * pause, LONGEST_MILLIS)) {
      if (isIn(task, "stopCommunicationThread") && sleeps(speaker) && stillWaits(speaker)) {
        return true;
      }
      speaker.join(pause);
    }
    return false;
  }

  /**
   * Whether it sleeps between two calls. One that is in the middle of a call, or sleeps there
   * before it tries again, is left to finish it: an interrupt would cut the line that it shares
   * with the task.
   */
  private static boolean sleeps(Thread thread) {
    StackTraceElement[] trace = thread.getStackTrace();
    int caller = 0;
    while (caller < trace.length && isSleep(trace[caller])) {
      caller++;
    }
    return caller > 0 && caller < trace.length && trace[caller].getClassName().equals(REPORTER);
  }

  /**
   * To read a stack takes long enough for a sleeper to wake; this is asked last and takes next to
   * nothing. If it wakes even then, its call may be cut: it ends with the line (on Java 8 that may
   * take {@code ipc.ping.interval}), and the task makes a new one to say that it is done.
   */
  private static boolean stillWaits(Thread thread) {
    return thread.getState() == State.TIMED_WAITING;
  }

  /** Its name has a suffix in some releases of Java. */
  private static boolean isSleep(StackTraceElement frame) {
    return frame.getClassName().equals(Thread.class.getName())
        && frame.getMethodName().startsWith("sleep");
  }

  private static boolean isIn(Thread thread, String method) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getMethodName().equals(method) && frame.getClassName().equals(REPORTER)) {
        return true;
      }
    }
    return false;
  }
}
