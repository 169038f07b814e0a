package io.evenkeel.puma;

import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * The second baseline: a hash whose bits are mixed before the modulo, for both APIs.
 *
 * <p>{@code FloatWritable.hashCode()} is the raw bits, so the stock partitioner puts keys such as
 * 1.5, 2.0, 2.5 into very few partitions. What is gained over this class is gained by scheduling,
 * not by mending a hash.
 *
 * @param <K> any key
 * @param <V> any value
 */
public final class MixedHashPartitioner<K, V> extends Partitioner<K, V>
    implements org.apache.hadoop.mapred.Partitioner<K, V> {
  @Override
  public void configure(JobConf job) {}

  @Override
  public int getPartition(K key, V value, int partitions) {
    return (mix(key.hashCode()) & Integer.MAX_VALUE) % partitions;
  }

  /** The finaliser of MurmurHash3: every bit of the input reaches every bit of the output. */
  static int mix(int hash) {
    int h = hash;
    h ^= h >>> 16;
    h *= 0x85ebca6b;
    h ^= h >>> 13;
    h *= 0xc2b2ae35;
    h ^= h >>> 16;
    return h;
  }
}
