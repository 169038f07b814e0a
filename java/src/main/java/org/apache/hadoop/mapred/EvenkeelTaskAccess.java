package org.apache.hadoop.mapred;

import java.io.IOException;
import java.lang.reflect.Field;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.util.Progress;

/**
 * The running task as its own code knows it: its counters, its progress, its kind.
 *
 * <p>It lives here because {@code Task.Counter} and {@code Task.TaskReporter} are protected, and a
 * task's counters, its status and {@code Child.isCleanup} package-private.
 */
public final class EvenkeelTaskAccess {
  /** Distinct keys that a reducer was given. */
  public static final Enum<?> INPUT_GROUPS = Task.Counter.REDUCE_INPUT_GROUPS;

  /** Pairs that a reducer was given. */
  public static final Enum<?> INPUT_RECORDS = Task.Counter.REDUCE_INPUT_RECORDS;

  /** Pairs that a reducer wrote. */
  public static final Enum<?> OUTPUT_RECORDS = Task.Counter.REDUCE_OUTPUT_RECORDS;

  /** Bytes that a reducer copied from maps. */
  public static final Enum<?> SHUFFLE_BYTES = Task.Counter.REDUCE_SHUFFLE_BYTES;

  /** Pairs that went through a local disk. */
  public static final Enum<?> SPILLED_RECORDS = Task.Counter.SPILLED_RECORDS;

  private EvenkeelTaskAccess() {}

  /** Whether this child only cleans up after a failed attempt, whose id it carries. */
  public static boolean isTaskCleanup() {
    return Child.isCleanup;
  }

  /** The reporter that Hadoop gave to a new-API context, which keeps it to itself. */
  public static Object reporterOf(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    return field(TaskInputOutputContext.class, "reporter", context);
  }

  /**
   * Sets how far the current phase of a reduce task is.
   *
   * @param reporter the task's own reporter, as Hadoop handed it out
   */
  public static void progress(Object reporter, float done) throws IOException {
    if (reporter instanceof Task.TaskReporter) {
      Progress progress = ((Task) field(Task.TaskReporter.class, "this$0", reporter)).getProgress();
      progress.phase().set(done);
      ((Task.TaskReporter) reporter).progress();
    }
  }

  /** Tells the JobTracker, with the task's next status, that a map's output cannot be had. */
  public static void fetchFailed(Object reporter, TaskAttemptID map) throws IOException {
    if (reporter instanceof Task.TaskReporter) {
      Task task = (Task) field(Task.TaskReporter.class, "this$0", reporter);
      synchronized (task.taskStatus) {
        task.taskStatus.addFetchFailedMap(map);
      }
      ((Task.TaskReporter) reporter).progress();
    }
  }

  /** How many more counters the task may have. */
  public static int countersLeft(Object reporter) throws IOException {
    return Counters.MAX_COUNTER_LIMIT - counters(reporter).size();
  }

  /** In how many groups the task's counters are. */
  public static int counterGroups(Object reporter) throws IOException {
    return counters(reporter).getGroupNames().size();
  }

  private static Counters counters(Object reporter) throws IOException {
    if (!(reporter instanceof Task.TaskReporter)) {
      return new Counters();
    }
    return ((Task) field(Task.TaskReporter.class, "this$0", reporter)).getCounters();
  }

  /** The statistics of the file system that holds {@code path}. */
  public static FileSystem.Statistics statistics(Path path, Configuration conf) throws IOException {
    return Task.getFsStatistics(path, conf);
  }

  /** A field that one of Hadoop's classes keeps to itself. */
  public static Object field(Class<?> type, String name, Object of) throws IOException {
    try {
      return accessible(type, name).get(of);
    } catch (ReflectiveOperationException e) {
      throw otherHadoop(type, e);
    }
  }

  /** Sets such a field to a number. */
  static void set(Class<?> type, String name, Object of, int value) throws IOException {
    try {
      accessible(type, name).setInt(of, value);
    } catch (ReflectiveOperationException e) {
      throw otherHadoop(type, e);
    }
  }

  private static Field accessible(Class<?> type, String name) throws NoSuchFieldException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  private static IOException otherHadoop(Class<?> type, Exception e) {
    return new IOException("not the Hadoop 1.0.4 this jar was built for: " + type.getName(), e);
  }
}
