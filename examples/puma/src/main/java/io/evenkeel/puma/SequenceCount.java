package io.evenkeel.puma;

import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.ToolRunner;

/** How often does each sequence of three words occur in each document? Lines stand alone. */
public final class SequenceCount extends PumaJob {
  /** A job of its own name. */
  public SequenceCount() {
    super("sequencecount");
  }

  /** Emits {@code <"first|second|third|document", 1>}. */
  public static class Map extends MapReduceBase
      implements Mapper<LongWritable, Text, Text, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);
    private final Text sequence = new Text();
    private Documents documents;

    @Override
    public void configure(JobConf job) {
      documents = new Documents(job);
    }

    @Override
    public void map(
        LongWritable offset, Text line, OutputCollector<Text, IntWritable> out, Reporter reporter)
        throws IOException {
      String document = documents.name(line);
      StringTokenizer tokens = new StringTokenizer(documents.text());
      String first = null;
      String second = null;
      int sequences = 0;
      while (tokens.hasMoreTokens()) {
        String third = tokens.nextToken();
        if (first != null) {
          sequence.set(first + "|" + second + "|" + third + "|" + document);
          out.collect(sequence, ONE);
          sequences++;
        }
        first = second;
        second = third;
      }
      reporter.incrCounter(Counter.WORDS, sequences);
    }
  }

  @Override
  protected void define(JobConf job) {
    job.setMapperClass(Map.class);
    combineWith(job, Sum.Combine.class);
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
    System.exit(ToolRunner.run(new SequenceCount(), args));
  }
}
