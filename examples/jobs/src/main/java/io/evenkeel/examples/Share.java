package io.evenkeel.examples;

import io.evenkeel.Statistics;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Each word's share of all words, in one job of the old API. A reducer needs the number of all
 * words before it writes its first line; stock MapReduce needs a second job for that. Here the maps
 * count it as a statistic of the job, and it is there before the first record.
 */
public final class Share extends Configured implements Tool {
  private static final String WORDS = "words";

  /** Emits {@code <word, 1>} and counts words. */
  public static final class Words extends MapReduceBase
      implements Mapper<LongWritable, Text, Text, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);
    private final Text word = new Text();

    @Override
    public void map(
        LongWritable at, Text line, OutputCollector<Text, IntWritable> out, Reporter reporter)
        throws IOException {
      StringTokenizer tokens = new StringTokenizer(line.toString());
      while (tokens.hasMoreTokens()) {
        word.set(tokens.nextToken());
        out.collect(word, ONE);
        Statistics.local().add(WORDS, 1);
      }
    }
  }

  /** Writes {@code word, share}. */
  public static final class Shares extends MapReduceBase
      implements Reducer<Text, IntWritable, Text, Text> {
    private double all;

    @Override
    public void configure(JobConf conf) {
      try {
        all = Statistics.global().sum(WORDS);
      } catch (IOException e) {
        throw new IllegalStateException("no statistics", e);
      }
      if (all == 0) {
        throw new IllegalStateException(
            "this job needs -D mapred.partitioner.class=io.evenkeel.EvenkeelPartitioner");
      }
    }

    @Override
    public void reduce(
        Text word,
        Iterator<IntWritable> ones,
        OutputCollector<Text, Text> out,
        Reporter reporter)
        throws IOException {
      long count = 0;
      while (ones.hasNext()) {
        count += ones.next().get();
      }
      out.collect(word, new Text(String.format(Locale.ROOT, "%.6f", count / all)));
    }
  }

  @Override
  public int run(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: share IN OUT");
      return 2;
    }
    JobConf job = new JobConf(getConf(), Share.class);
    job.setJobName("share");
    job.setMapperClass(Words.class);
    job.setReducerClass(Shares.class);
    job.setMapOutputValueClass(IntWritable.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    FileInputFormat.addInputPath(job, new Path(args[0]));
    FileOutputFormat.setOutputPath(job, new Path(args[1]));
    return JobClient.runJob(job).isSuccessful() ? 0 : 1;
  }

  /**
   * Runs the job.
   *
   * @param args options, input, output
   * @throws Exception if it fails
   */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new Share(), args));
  }
}
