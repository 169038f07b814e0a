package io.evenkeel.jobs;

import io.evenkeel.LoadFunction;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;

/** A load of a user's own: the length of the word. */
public final class WordLength implements LoadFunction<Text, IntWritable> {
  @Override
  public long load(Text key, IntWritable value) {
    return key.getLength();
  }
}
