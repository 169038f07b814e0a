package io.evenkeel.jobs;

import java.io.IOException;
import java.util.Iterator;
import java.util.zip.CRC32;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;

/**
 * Writes for each key how many values it has and a sum of their checksums, in whichever order they
 * come, and counts the heap that its JVM may use.
 */
public final class Digest extends MapReduceBase implements Reducer<Text, Text, Text, Text> {
  private boolean told;

  @Override
  public void reduce(
      Text key, Iterator<Text> values, OutputCollector<Text, Text> out, Reporter reporter)
      throws IOException {
    long count = 0;
    long sum = 0;
    while (values.hasNext()) {
      Text value = values.next();
      CRC32 crc = new CRC32();
      crc.update(value.getBytes(), 0, value.getLength());
      sum += crc.getValue();
      count++;
    }
    out.collect(key, new Text(count + " " + sum));
    if (!told) {
      reporter.incrCounter("jobs", "heap", Runtime.getRuntime().maxMemory());
      told = true;
    }
  }
}
