package io.evenkeel.jobs;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.apache.hadoop.filecache.DistributedCache;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.lib.MultipleOutputs;

/**
 * Adds up, leaves out the words that a file in the DistributedCache names, and writes each sum to
 * the job's output and to the named outputs {@code text} and {@code map}.
 */
public final class OldOutputs implements Reducer<Text, LongWritable, Text, LongWritable> {
  private final Set<String> left = new HashSet<>();
  private MultipleOutputs outputs;

  @Override
  public void configure(JobConf job) {
    outputs = new MultipleOutputs(job);
    try {
      for (Path file : DistributedCache.getLocalCacheFiles(job)) {
        try (BufferedReader in = new BufferedReader(new FileReader(file.toString()))) {
          for (String line = in.readLine(); line != null; line = in.readLine()) {
            left.add(line);
          }
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  @SuppressWarnings("unchecked")
  public void reduce(
      Text key,
      Iterator<LongWritable> values,
      OutputCollector<Text, LongWritable> out,
      Reporter reporter)
      throws IOException {
    if (left.contains(key.toString())) {
      return;
    }
    long sum = 0;
    while (values.hasNext()) {
      sum += values.next().get();
    }
    LongWritable value = new LongWritable(sum);
    out.collect(key, value);
    outputs.getCollector("text", reporter).collect(key, value);
    outputs.getCollector("map", reporter).collect(key, value);
  }

  @Override
  public void close() throws IOException {
    outputs.close();
  }
}
