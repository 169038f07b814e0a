package io.evenkeel.puma;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;

/** Adds up the counts of each key. */
public final class Sum {
  private Sum() {}

  /**
   * The combiner: the same sum, but it writes no keys of the job's result and so counts none.
   *
   * @param <K> any key
   */
  public static class Combine<K> extends MapReduceBase
      implements Reducer<K, IntWritable, K, IntWritable> {
    private final IntWritable sum = new IntWritable();

    @Override
    public void reduce(
        K key, Iterator<IntWritable> counts, OutputCollector<K, IntWritable> out, Reporter reporter)
        throws IOException {
      int total = 0;
      while (counts.hasNext()) {
        total += counts.next().get();
      }
      sum.set(total);
      out.collect(key, sum);
    }
  }

  /**
   * The reducer.
   *
   * @param <K> any key
   */
  public static class Reduce<K> extends Combine<K> {
    @Override
    public void reduce(
        K key, Iterator<IntWritable> counts, OutputCollector<K, IntWritable> out, Reporter reporter)
        throws IOException {
      super.reduce(key, counts, out, reporter);
      reporter.incrCounter(Counter.VALUES, 1);
    }
  }
}
