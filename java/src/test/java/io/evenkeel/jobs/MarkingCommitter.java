package io.evenkeel.jobs;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileOutputCommitter;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobContext;
import org.apache.hadoop.mapred.TaskAttemptContext;

/** Leaves a file for each reduce task that it commits, and one for the job. */
public final class MarkingCommitter extends FileOutputCommitter {
  @Override
  public void commitTask(TaskAttemptContext task) throws IOException {
    super.commitTask(task);
    mark(task.getJobConf(), "committed-" + task.getTaskAttemptID().getTaskID().getId());
  }

  @Override
  public void commitJob(JobContext job) throws IOException {
    super.commitJob(job);
    mark(job.getJobConf(), "committed-job");
  }

  private static void mark(JobConf job, String name) throws IOException {
    Path path = new Path(FileOutputFormat.getOutputPath(job), name);
    FileSystem fs = path.getFileSystem(job);
    fs.create(path, false).close();
  }
}
