package io.evenkeel.jobs;

import io.evenkeel.Statistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;

/**
 * Adds up and writes each sum twice, while it holds 70 % of the heap. It counts what the job's
 * statistics say.
 */
public final class NewOutputs extends Reducer<Text, IntWritable, Text, IntWritable> {
  private static final int PIECE = 64 << 10;
  private final List<byte[]> held = new ArrayList<>();
  private MultipleOutputs<Text, IntWritable> outputs;

  @Override
  protected void setup(Context context) throws IOException {
    outputs = new MultipleOutputs<>(context);
    long bytes = Runtime.getRuntime().maxMemory() / 10 * 7;
    for (long at = 0; at < bytes; at += PIECE) {
      held.add(new byte[PIECE]);
    }
    context.getCounter("jobs", "tokens known").increment(Statistics.global().sum("tokens"));
  }

  @Override
  protected void reduce(Text key, Iterable<IntWritable> values, Context context)
      throws IOException, InterruptedException {
    int sum = held.isEmpty() ? 1 : 0;
    for (IntWritable value : values) {
      sum += value.get();
    }
    context.write(key, new IntWritable(sum));
    outputs.write("text", key, new IntWritable(sum));
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    outputs.close();
  }
}
