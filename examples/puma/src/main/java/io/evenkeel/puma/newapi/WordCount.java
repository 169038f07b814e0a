package io.evenkeel.puma.newapi;

import io.evenkeel.puma.Counter;
import io.evenkeel.puma.PumaJob;
import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.ToolRunner;

/** {@link io.evenkeel.puma.WordCount} in the new API. */
public final class WordCount extends NewApiJob {
  /** A job of its own name. */
  public WordCount() {
    super("wordcount-new");
  }

  /** Emits {@code <word, 1>}. */
  public static class Map extends Mapper<LongWritable, Text, Text, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);
    private final Text word = new Text();

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      int words = 0;
      StringTokenizer tokens = new StringTokenizer(line.toString());
      while (tokens.hasMoreTokens()) {
        word.set(tokens.nextToken());
        context.write(word, ONE);
        words++;
      }
      context.getCounter(Counter.WORDS).increment(words);
    }
  }

  @Override
  void define(Job job) {
    job.setMapperClass(Map.class);
    if (PumaJob.usesCombiner(job.getConfiguration())) {
      job.setCombinerClass(Sum.Combine.class);
    }
    job.setReducerClass(Sum.Reduce.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
  }

  /**
   * Runs the job.
   *
   * @param args options, input folders, output folder
   * @throws Exception if the job fails
   */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new WordCount(), args));
  }
}
