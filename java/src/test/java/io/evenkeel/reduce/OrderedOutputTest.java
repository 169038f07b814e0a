package io.evenkeel.reduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapFileOutputFormat;
import org.apache.hadoop.mapred.SequenceFileOutputFormat;
import org.apache.hadoop.mapred.TextOutputFormat;
import org.apache.hadoop.mapred.lib.MultipleOutputs;
import org.junit.jupiter.api.Test;

/** Which output formats get the order of keys without asking for it. */
class OrderedOutputTest {
  /** A format of a user's own. */
  public static final class Own extends MapFileOutputFormat {}

  @Test
  void mapFilesNeedTheOrderOfKeys() {
    JobConf job = new JobConf(false);
    assertEquals(false, OrderedOutput.isWrittenBy(job));
    job.setOutputFormat(SequenceFileOutputFormat.class);
    assertEquals(false, OrderedOutput.isWrittenBy(job));
    job.setOutputFormat(Own.class);
    assertEquals(true, OrderedOutput.isWrittenBy(job));
  }

  @Test
  void soDoesANamedOutput() {
    JobConf job = new JobConf(false);
    MultipleOutputs.addNamedOutput(
        job, "text", TextOutputFormat.class, Text.class, LongWritable.class);
    assertEquals(false, OrderedOutput.isWrittenBy(job));
    MultipleOutputs.addNamedOutput(
        job, "map", MapFileOutputFormat.class, Text.class, LongWritable.class);
    assertEquals(true, OrderedOutput.isWrittenBy(job));
  }
}
