package org.apache.hadoop.mapred;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.task.PromptEnd;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.mapreduce.split.JobSplit;
import org.junit.jupiter.api.Test;

/**
 * Hadoop's own task with Hadoop's own communication thread, which pings when it has slept: whether
 * a task waited for it shows in what the TaskTracker hears, not in how long that took.
 */
class PromptEndTest {
  private static final String PING = "ping";
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final CountDownLatch pinging = new CountDownLatch(1);
  private int slowPingMillis;
  private final TaskUmbilicalProtocol tracker =
      (TaskUmbilicalProtocol)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {TaskUmbilicalProtocol.class},
              (proxy, method, args) -> {
                String name = method.getName();
                heard.add(name);
                if (name.equals(PING)) {
                  duringPing();
                }
                // The commit is allowed when the communication thread has spoken, and not before.
                return name.equals("canCommit") ? (Object) heard.contains(PING) : answer(name);
              });

  /** A call that sleeps, as Hadoop's do before they try again. */
  private void duringPing() {
    pinging.countDown();
    try {
      Thread.sleep(slowPingMillis);
    } catch (InterruptedException e) {
      heard.add("interrupted");
    }
  }

  private static Object answer(String name) {
    return name.equals(PING) || name.equals("statusUpdate") ? true : null;
  }

  private MapTask task(OutputCommitter committer) {
    MapTask task =
        new MapTask(
            "",
            TaskAttemptID.forName("attempt_1_0001_m_000000_0"),
            0,
            new JobSplit.TaskSplitIndex(),
            1);
    task.conf = new JobConf(false);
    task.conf.setNumReduceTasks(0);
    task.committer = committer;
    if (committer == null) {
      task.setJobSetupTask();
    }
    return task;
  }

  private void end(MapTask task, boolean promptly) throws Exception {
    Task.TaskReporter reporter = task.new TaskReporter(task.getProgress(), tracker, null);
    reporter.startCommunicationThread();
    awaitSleep();
    if (promptly) {
      PromptEnd.of(Thread.currentThread());
    }
    task.done(tracker, reporter);
  }

  /** A task that ends has long started: its communication thread sleeps. */
  private static void awaitSleep() throws InterruptedException {
    while (Thread.getAllStackTraces().keySet().stream()
        .noneMatch(
            thread ->
                thread.getName().equals("communication thread")
                    && thread.getState() == Thread.State.TIMED_WAITING)) {
      Thread.sleep(1);
    }
  }

  @Test
  void aTaskOfHadoopWaitsForItsCommunicationThread() throws Exception {
    end(task(null), false);
    assertEquals(Arrays.asList(PING, "statusUpdate", "done"), heard);
  }

  @Test
  void oneThatEndsPromptlyDoesNot() throws Exception {
    end(task(null), true);
    assertEquals(Arrays.asList("statusUpdate", "done"), heard);
  }

  @Test
  void whileItCommitsTheTrackerStillHearsThatItLives() throws Exception {
    end(task(new Committing()), true);
    assertEquals("commitPending", heard.get(0));
    assertEquals("canCommit", heard.get(1));
    assertTrue(heard.contains(PING), heard::toString);
    // Hadoop's thread would send the commit's progress, had it slept to its end.
    assertEquals(
        Arrays.asList("statusUpdate", "done"), heard.subList(heard.size() - 2, heard.size()));
    assertEquals(1, Collections.frequency(heard, "statusUpdate"), heard::toString);
  }

  @Test
  void aCallThatIsUnderWayIsNotCut() throws Exception {
    slowPingMillis = 300;
    MapTask task = task(null);
    Task.TaskReporter reporter = task.new TaskReporter(task.getProgress(), tracker, null);
    reporter.startCommunicationThread();
    pinging.await();
    PromptEnd.of(Thread.currentThread());
    task.done(tracker, reporter);
    assertEquals(Arrays.asList(PING, "statusUpdate", "done"), heard);
  }

  @Test
  void aTaskWithoutACommunicationThreadIsNotWatched() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    PromptEnd.of(new Thread(new ThreadGroup("empty"), "task"));
    Set<Thread> after = new HashSet<>(Thread.getAllStackTraces().keySet());
    after.removeAll(before);
    assertTrue(
        after.stream().noneMatch(thread -> thread.getName().equals("evenkeel end")),
        after::toString);
  }

  /** Has something to commit. */
  private static final class Committing extends OutputCommitter {
    @Override
    public void setupJob(JobContext context) {}

    @Override
    public void setupTask(TaskAttemptContext context) {}

    @Override
    public boolean needsTaskCommit(TaskAttemptContext context) {
      return true;
    }

    @Override
    public void commitTask(TaskAttemptContext context) {}

    @Override
    public void abortTask(TaskAttemptContext context) {}
  }
}
