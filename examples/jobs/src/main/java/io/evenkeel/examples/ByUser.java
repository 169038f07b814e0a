package io.evenkeel.examples;

import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Partitioner;

/** All clicks of a user to one place. As a delegate it is asked with the number of groups. */
public final class ByUser extends Partitioner<Click, NullWritable> {
  @Override
  public int getPartition(Click click, NullWritable nothing, int partitions) {
    return (click.user.hashCode() & Integer.MAX_VALUE) % partitions;
  }
}
