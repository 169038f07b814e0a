package io.evenkeel.puma.newapi;

import io.evenkeel.puma.Counter;
import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** Adds up the counts of each key. */
public final class Sum {
  private Sum() {}

  /**
   * The combiner.
   *
   * @param <K> any key
   */
  public static class Combine<K> extends Reducer<K, IntWritable, K, IntWritable> {
    private final IntWritable sum = new IntWritable();

    @Override
    protected void reduce(K key, Iterable<IntWritable> counts, Context context)
        throws IOException, InterruptedException {
      int total = 0;
      for (IntWritable count : counts) {
        total += count.get();
      }
      sum.set(total);
      context.write(key, sum);
    }
  }

  /**
   * The reducer.
   *
   * @param <K> any key
   */
  public static class Reduce<K> extends Combine<K> {
    @Override
    protected void reduce(K key, Iterable<IntWritable> counts, Context context)
        throws IOException, InterruptedException {
      super.reduce(key, counts, context);
      context.getCounter(Counter.VALUES).increment(1);
    }
  }
}
