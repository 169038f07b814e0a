package io.evenkeel.puma.newapi;

import io.evenkeel.puma.Counter;
import io.evenkeel.puma.PumaJob;
import io.evenkeel.puma.Ratings;
import java.io.IOException;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.ToolRunner;

/** {@link io.evenkeel.puma.HistogramMovies} in the new API. */
public final class HistogramMovies extends NewApiJob {
  /** A job of its own name. */
  public HistogramMovies() {
    super("histogrammovies-new");
  }

  /** Emits {@code <bin of the average, 1>} for each movie. */
  public static class Map extends Mapper<LongWritable, Text, FloatWritable, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);
    private final Ratings movie = new Ratings();
    private final FloatWritable bin = new FloatWritable();
    private float width = Ratings.WIDTH_DEFAULT;

    @Override
    protected void setup(Context context) {
      width = Ratings.width(context.getConfiguration());
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      if (movie.read(line)) {
        bin.set(movie.bin(width));
        context.write(bin, ONE);
        context.getCounter(Counter.WORDS).increment(1);
      }
    }
  }

  @Override
  void define(Job job) {
    Ratings.width(job.getConfiguration());
    job.setMapperClass(Map.class);
    if (PumaJob.usesCombiner(job.getConfiguration())) {
      job.setCombinerClass(Sum.Combine.class);
    }
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
