package org.apache.hadoop.mapred;

import static java.util.Collections.singletonMap;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.evenkeel.daemon.MapPaces;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The JobTracker's lock is the heartbeats': the hook's clock must not wait for it. */
class EvenkeelJobTest {
  private static final String NODE = "tracker_node7:localhost/127.0.0.1:5";
  private static final JobID ID = new JobID("202601010000", 1);

  /** An object of Hadoop's that no constructor has made, since those want a whole cluster. */
  private static <T> T bare(Class<T> wanted) throws Exception {
    Class<?> type = Class.forName("sun.misc.Unsafe");
    Field field = type.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    Object made = type.getMethod("allocateInstance", Class.class).invoke(field.get(null), wanted);
    return wanted.cast(made);
  }

  private static void set(Object object, String name, Object value) throws Exception {
    Field field = object.getClass().getDeclaredField(name);
    field.setAccessible(true);
    field.set(object, value);
  }

  private static TaskAttemptID attempt(boolean map, int task) {
    return new TaskAttemptID(new TaskID(ID, map, task), 0);
  }

  private static TaskInProgress task() throws Exception {
    TaskInProgress task = bare(TaskInProgress.class);
    set(task, "activeTasks", new TreeMap<TaskAttemptID, String>());
    set(task, "taskStatuses", new TreeMap<TaskAttemptID, TaskStatus>());
    return task;
  }

  /** One map, and two reduces of which the second runs. */
  private static JobInProgress job() throws Exception {
    JobInProgress job = bare(JobInProgress.class);
    job.maps = new TaskInProgress[] {task()};
    job.reduces = new TaskInProgress[] {task(), task()};
    job.reduces[1].getActiveTasks().put(attempt(false, 1), NODE);
    return job;
  }

  @Test
  void placesOfReducesAreKnownWithoutTheJobTrackersLock() throws Exception {
    JobTracker tracker = bare(JobTracker.class);
    EvenkeelJob view = new EvenkeelJob(tracker, job());
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      pool.submit(
          () -> {
            synchronized (tracker) {
              held.countDown();
              done.await();
            }
            return null;
          });
      held.await();
      Future<?> places = pool.submit(view::reducePlaces);
      assertEquals(Arrays.asList(null, NODE), places.get(5, TimeUnit.SECONDS));
    } finally {
      done.countDown();
      pool.shutdownNow();
    }
  }

  @Test
  void mapsAndReducesOfANodeHaveTheSameName() throws Exception {
    JobInProgress job = job();
    MapTaskStatus status =
        new MapTaskStatus(
            attempt(true, 0),
            1,
            1,
            TaskStatus.State.RUNNING,
            "",
            "",
            NODE,
            TaskStatus.Phase.MAP,
            new Counters());
    set(job.maps[0], "taskStatuses", new TreeMap<>(singletonMap(attempt(true, 0), status)));
    TaskCompletionEvent event =
        new TaskCompletionEvent(
            0,
            attempt(true, 0),
            0,
            true,
            TaskCompletionEvent.Status.SUCCEEDED,
            "http://node7:50060");
    event.setTaskRunTime(3000);
    set(job, "taskCompletionEvents", new ArrayList<>(Arrays.asList(event)));
    EvenkeelJob view = new EvenkeelJob(null, job);
    MapPaces paces = new MapPaces();
    assertEquals("http://node7:50060", view.mapEvents(0, 1, paces).get(0).tracker);
    String json = paces.json(view.reducePlaces());
    assertEquals("{\"nodes\":[[1,3000.0,9000000.0,3000]],\"slots\":[null,0]}", json);
  }
}
