package io.evenkeel.puma;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * What the old-API jobs share: {@code [-D option=value]… IN… OUT}, run to the end.
 *
 * <p>The number of reduce tasks is Hadoop's own {@code -D mapred.reduce.tasks}; {@code -D
 * mapred.job.name} gives it another name.
 */
public abstract class PumaJob extends Configured implements Tool {
  /** {@code false} runs the job without its combiner. */
  public static final String COMBINER = "puma.combiner";

  /** Default of {@link #COMBINER}. */
  public static final boolean COMBINER_DEFAULT = true;

  private final String name;

  /**
   * A job that is known to the driver by {@code name}.
   *
   * @param name the job's name
   */
  protected PumaJob(String name) {
    this.name = name;
  }

  /**
   * Sets the job's classes and types.
   *
   * @param job the job to be submitted
   * @throws IOException if a side file cannot be read
   */
  protected abstract void define(JobConf job) throws IOException;

  /**
   * Sets the combiner unless {@link #COMBINER} switches it off.
   *
   * @param job the job to be submitted
   * @param combiner its combiner
   */
  @SuppressWarnings("rawtypes")
  protected static void combineWith(JobConf job, Class<? extends Reducer> combiner) {
    if (usesCombiner(job)) {
      job.setCombinerClass(combiner);
    }
  }

  /**
   * Whether a job is to run with its combiner.
   *
   * @param conf the job's configuration
   * @return the value of {@link #COMBINER}
   */
  public static boolean usesCombiner(Configuration conf) {
    return conf.getBoolean(COMBINER, COMBINER_DEFAULT);
  }

  @Override
  public int run(String[] args) throws IOException {
    if (args.length < 2) {
      return usage(name, "");
    }
    JobConf job = new JobConf(getConf(), getClass());
    if (job.getJobName().isEmpty()) {
      job.setJobName(name);
    }
    define(job);
    for (int i = 0; i < args.length - 1; i++) {
      FileInputFormat.addInputPath(job, new Path(args[i]));
    }
    FileOutputFormat.setOutputPath(job, new Path(args[args.length - 1]));
    return JobClient.runJob(job).isSuccessful() ? 0 : 1;
  }

  /**
   * Prints how a job is called.
   *
   * @param name the job's name
   * @param extra arguments after the output
   * @return the exit code of a wrong call
   */
  static int usage(String name, String extra) {
    System.err.println("usage: " + name + " [-D " + COMBINER + "=false] IN... OUT " + extra);
    ToolRunner.printGenericCommandUsage(System.err);
    return 2;
  }
}
