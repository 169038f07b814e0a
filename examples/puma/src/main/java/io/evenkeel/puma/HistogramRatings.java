package io.evenkeel.puma;

import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.ToolRunner;

/** How often was each rating given? Five keys: no schedule can use more than five slots. */
public final class HistogramRatings extends PumaJob {
  /** A job of its own name. */
  public HistogramRatings() {
    super("histogramratings");
  }

  /** Emits {@code <rating, 1>} for each rating. */
  public static class Map extends MapReduceBase
      implements Mapper<LongWritable, Text, IntWritable, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);
    private final Ratings movie = new Ratings();
    private final IntWritable rating = new IntWritable();

    @Override
    public void map(
        LongWritable offset,
        Text line,
        OutputCollector<IntWritable, IntWritable> out,
        Reporter reporter)
        throws IOException {
      movie.read(line);
      for (int i = 0; i < movie.count(); i++) {
        rating.set(movie.get(i));
        out.collect(rating, ONE);
      }
      reporter.incrCounter(Counter.WORDS, movie.count());
    }
  }

  @Override
  protected void define(JobConf job) {
    job.setMapperClass(Map.class);
    combineWith(job, Sum.Combine.class);
    job.setReducerClass(Sum.Reduce.class);
    job.setOutputKeyClass(IntWritable.class);
    job.setOutputValueClass(IntWritable.class);
  }

  /**
   * Runs the job.
   *
   * @param args options, input folders, output folder
   * @throws Exception if the job fails
   */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new HistogramRatings(), args));
  }
}
