package io.evenkeel.puma;

import java.io.IOException;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.ToolRunner;

/** How many movies have an average in each bin? A width of 0.05 gives the paper's 80 keys. */
public final class HistogramMovies extends PumaJob {
  /** A job of its own name. */
  public HistogramMovies() {
    super("histogrammovies");
  }

  /** Emits {@code <bin of the average, 1>} for each movie. */
  public static class Map extends MapReduceBase
      implements Mapper<LongWritable, Text, FloatWritable, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);
    private final Ratings movie = new Ratings();
    private final FloatWritable bin = new FloatWritable();
    private float width = Ratings.WIDTH_DEFAULT;

    @Override
    public void configure(JobConf job) {
      width = Ratings.width(job);
    }

    @Override
    public void map(
        LongWritable offset,
        Text line,
        OutputCollector<FloatWritable, IntWritable> out,
        Reporter reporter)
        throws IOException {
      if (movie.read(line)) {
        bin.set(movie.bin(width));
        out.collect(bin, ONE);
        reporter.incrCounter(Counter.WORDS, 1);
      }
    }
  }

  @Override
  protected void define(JobConf job) {
    Ratings.width(job);
    job.setMapperClass(Map.class);
    combineWith(job, Sum.Combine.class);
    job.setReducerClass(Sum.Reduce.class);
    job.setOutputKeyClass(FloatWritable.class);
    job.setOutputValueClass(IntWritable.class);
  }

  /**
   * Runs the job.
   *
   * @param args options, input folders, output folder
   * @throws Exception if the job fails
   */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new HistogramMovies(), args));
  }
}
