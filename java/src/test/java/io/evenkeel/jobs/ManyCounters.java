package io.evenkeel.jobs;

import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;

/** Each word once; {@code jobs.counters} counters, in maps alone. Safe for threads. */
public final class ManyCounters implements Mapper<LongWritable, Text, Text, LongWritable> {
  private int counters;

  @Override
  public void configure(JobConf job) {
    counters = job.getInt("jobs.counters", 0);
  }

  @Override
  public void map(
      LongWritable offset, Text line, OutputCollector<Text, LongWritable> out, Reporter reporter)
      throws IOException {
    for (int i = 0; i < counters; i++) {
      reporter.incrCounter("jobs", "counter " + i, 1);
    }
    StringTokenizer words = new StringTokenizer(line.toString());
    while (words.hasMoreTokens()) {
      out.collect(new Text(words.nextToken()), new LongWritable(1));
    }
  }

  @Override
  public void close() {}
}
