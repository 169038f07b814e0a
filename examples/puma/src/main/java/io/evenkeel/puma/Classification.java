package io.evenkeel.puma;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.ToolRunner;

/** Puts each movie to the centroid whose ratings are most like its own (cosine). No combiner. */
public final class Classification extends PumaJob {
  /** The file of centroids: lines as movies have them. Line i is cluster i, from 0. */
  public static final String CENTROIDS = "puma.classification.centroids";

  /** A job of its own name. */
  public Classification() {
    super("classification");
  }

  /** Emits {@code <cluster, movie>}. */
  public static class Map extends MapReduceBase
      implements Mapper<LongWritable, Text, IntWritable, Text> {
    private final IntWritable cluster = new IntWritable();
    private Centroids centroids;

    @Override
    public void configure(JobConf job) {
      try {
        centroids = Centroids.read(new Path(job.get(CENTROIDS)), job);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void map(
        LongWritable offset, Text line, OutputCollector<IntWritable, Text> out, Reporter reporter)
        throws IOException {
      int nearest = centroids.nearest(line.toString());
      if (nearest >= 0) {
        cluster.set(nearest);
        out.collect(cluster, line);
        reporter.incrCounter(Counter.WORDS, 1);
      }
    }
  }

  /** Writes each movie with its cluster. */
  public static class Reduce extends MapReduceBase
      implements Reducer<IntWritable, Text, IntWritable, Text> {
    @Override
    public void reduce(
        IntWritable cluster,
        Iterator<Text> movies,
        OutputCollector<IntWritable, Text> out,
        Reporter reporter)
        throws IOException {
      while (movies.hasNext()) {
        out.collect(cluster, movies.next());
      }
      reporter.incrCounter(Counter.VALUES, 1);
    }
  }

  @Override
  protected void define(JobConf job) throws IOException {
    String file = job.get(CENTROIDS);
    if (file == null) {
      throw new IllegalArgumentException("say -D " + CENTROIDS + "=FILE");
    }
    Path path = new Path(file);
    job.set(CENTROIDS, path.makeQualified(path.getFileSystem(job)).toString());
    job.setMapperClass(Map.class);
    job.setReducerClass(Reduce.class);
    job.setOutputKeyClass(IntWritable.class);
    job.setOutputValueClass(Text.class);
  }

  /**
   * Runs the job.
   *
   * @param args options, input folders, output folder
   * @throws Exception if the job fails
   */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new Classification(), args));
  }
}
