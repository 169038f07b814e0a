package io.evenkeel.jobs;

import java.io.IOException;
import java.util.StringTokenizer;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;

/** Each word once; {@code jobs.counters} counters, in maps alone. Safe for threads. */
public final class ManyCounters implements Mapper<LongWritable, Text, Text, LongWritable> {
  private final AtomicInteger reducers = new AtomicInteger();
  private int counters;

  @Override
  public void configure(JobConf job) {
    counters = job.getInt("jobs.counters", 0);
    reducers.set(job.getNumReduceTasks());
  }

  @Override
  public void map(
      LongWritable offset, Text line, OutputCollector<Text, LongWritable> out, Reporter reporter)
      throws IOException {
    reporter.incrCounter("jobs", "reducers known", reducers.getAndSet(0));
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
