package io.evenkeel.cluster.trial;

import java.io.IOException;
import org.apache.hadoop.mapred.FileOutputCommitter;
import org.apache.hadoop.mapred.TaskAttemptContext;

/** Holds a map at {@code map.reported}, where its output is final and its report is sent. */
public final class GatedCommitter extends FileOutputCommitter {
  @Override
  public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
    if (context.getTaskAttemptID().isMap()) {
      Gate.pass(context.getJobConf(), "map.reported");
    }
    return super.needsTaskCommit(context);
  }
}
