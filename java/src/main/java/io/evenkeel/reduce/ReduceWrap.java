package io.evenkeel.reduce;

import java.io.IOException;
import org.apache.hadoop.mapred.EvenkeelMapOutput;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TextOutputFormat;
import org.apache.hadoop.mapred.lib.IdentityReducer;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Bends a reduce task before Hadoop builds it: our reducer stands where the user's was, and Hadoop
 * finds an empty input of each map on the local disk instead of copying one.
 *
 * <p>The latter works because a reduce task asks its configuration once whether the job is local,
 * and then expects map outputs as files. We say so for just that moment; {@link #restore} takes it
 * back when the reducer is built. See docs/decisions.md.
 */
public final class ReduceWrap {
  static final UsersClass NEW_REDUCER = new UsersClass("mapreduce.reduce.class", Reducer.class);
  static final UsersClass OLD_REDUCER =
      new UsersClass("mapred.reducer.class", IdentityReducer.class);
  static final UsersClass OLD_FORMAT =
      new UsersClass("mapred.output.format.class", TextOutputFormat.class);

  private static final String TRACKER = "mapred.job.tracker";
  private static final String SAVED_TRACKER = "evenkeel.task.saved.mapred.job.tracker";

  private ReduceWrap() {}

  /** Puts an empty input of each map where Hadoop will look for it. */
  public static void writeInputs(JobConf job, int maps) throws IOException {
    EvenkeelMapOutput.writeEmptyInputs(job, JobID.forName(job.get("mapred.job.id")), maps);
  }

  /** Bends the task. */
  public static void install(JobConf job) {
    if (job.getUseNewReducer()) {
      NEW_REDUCER.replace(job, LateReducer.class);
    } else {
      OLD_REDUCER.replace(job, OldReducer.class);
      OLD_FORMAT.replace(job, OldOutputFormat.class);
    }
    job.set(SAVED_TRACKER, job.get(TRACKER, "local"));
    job.set(TRACKER, "local");
  }

  /** The reducer is being built: the job is what it was. */
  static void restore(JobConf job) {
    job.set(TRACKER, job.get(SAVED_TRACKER));
    if (job.getUseNewReducer()) {
      NEW_REDUCER.restore(job);
    } else {
      OLD_REDUCER.restore(job);
      OLD_FORMAT.restore(job);
    }
  }
}
