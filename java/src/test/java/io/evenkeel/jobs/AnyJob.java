package io.evenkeel.jobs;

import java.io.IOException;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** {@code [-libjars …] IN OUT}: a job of either API whose classes its configuration names. */
public final class AnyJob extends Configured implements Tool {
  /** Runs the job. */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new AnyJob(), args));
  }

  @Override
  public int run(String[] args) throws IOException {
    JobConf job = new JobConf(getConf(), AnyJob.class);
    FileInputFormat.setInputPaths(job, new Path(args[0]));
    FileOutputFormat.setOutputPath(job, new Path(args[1]));
    return JobClient.runJob(job).isSuccessful() ? 0 : 1;
  }
}
