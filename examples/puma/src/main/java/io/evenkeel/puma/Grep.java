package io.evenkeel.puma;

import java.io.IOException;
import java.util.Iterator;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
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
import org.apache.hadoop.mapred.SequenceFileInputFormat;
import org.apache.hadoop.mapred.SequenceFileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * What matches a regular expression, most frequent first: {@code IN… OUT REGEX}. Two jobs: one
 * counts, one sorts.
 */
public final class Grep extends Configured implements Tool {
  /** The expression; set from the last argument. */
  public static final String PATTERN = "puma.grep.pattern";

  /** Emits {@code <match, 1>} for each match in a line. */
  public static class Map extends MapReduceBase
      implements Mapper<LongWritable, Text, Text, IntWritable> {
    private static final IntWritable ONE = new IntWritable(1);
    private final Text match = new Text();
    private Pattern pattern;

    @Override
    public void configure(JobConf job) {
      pattern = Pattern.compile(job.get(PATTERN));
    }

    @Override
    public void map(
        LongWritable offset, Text line, OutputCollector<Text, IntWritable> out, Reporter reporter)
        throws IOException {
      Matcher matcher = pattern.matcher(line.toString());
      while (matcher.find()) {
        match.set(matcher.group());
        out.collect(match, ONE);
        reporter.incrCounter(Counter.WORDS, 1);
      }
    }
  }

  /** Emits {@code <-count, match>}, so that the sort puts large counts first. */
  public static class Invert extends MapReduceBase
      implements Mapper<Text, IntWritable, IntWritable, Text> {
    private final IntWritable negative = new IntWritable();

    @Override
    public void map(
        Text match, IntWritable count, OutputCollector<IntWritable, Text> out, Reporter reporter)
        throws IOException {
      negative.set(-count.get());
      out.collect(negative, match);
    }
  }

  /** Writes {@code count, match}, equal counts by match. */
  public static class Rank extends MapReduceBase
      implements Reducer<IntWritable, Text, IntWritable, Text> {
    @Override
    public void reduce(
        IntWritable negative,
        Iterator<Text> matches,
        OutputCollector<IntWritable, Text> out,
        Reporter reporter)
        throws IOException {
      TreeSet<Text> ordered = Distinct.of(matches);
      IntWritable count = new IntWritable(-negative.get());
      for (Text match : ordered) {
        out.collect(count, match);
      }
    }
  }

  @Override
  public int run(String[] args) throws IOException {
    if (args.length < 3) {
      return PumaJob.usage("grep", "REGEX");
    }
    Path out = new Path(args[args.length - 2]);
    Path counts = new Path(out.getParent(), "counts-of-" + out.getName());
    FileSystem fs = out.getFileSystem(getConf());
    try {
      JobConf count = new JobConf(getConf(), Grep.class);
      count.setJobName("grep: count");
      count.set(PATTERN, args[args.length - 1]);
      for (int i = 0; i < args.length - 2; i++) {
        FileInputFormat.addInputPath(count, new Path(args[i]));
      }
      count.setMapperClass(Map.class);
      PumaJob.combineWith(count, Sum.Combine.class);
      count.setReducerClass(Sum.Reduce.class);
      count.setOutputFormat(SequenceFileOutputFormat.class);
      count.setOutputKeyClass(Text.class);
      count.setOutputValueClass(IntWritable.class);
      FileOutputFormat.setOutputPath(count, counts);
      return JobClient.runJob(count).isSuccessful() && sort(counts, out) ? 0 : 1;
    } finally {
      fs.delete(counts, true);
    }
  }

  private boolean sort(Path counts, Path out) throws IOException {
    JobConf sort = new JobConf(getConf(), Grep.class);
    sort.setJobName("grep: sort");
    sort.setInputFormat(SequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(sort, counts);
    sort.setMapperClass(Invert.class);
    sort.setReducerClass(Rank.class);
    sort.setNumReduceTasks(1);
    sort.setOutputKeyClass(IntWritable.class);
    sort.setOutputValueClass(Text.class);
    FileOutputFormat.setOutputPath(sort, out);
    return JobClient.runJob(sort).isSuccessful();
  }

  /**
   * Runs the job.
   *
   * @param args options, input folders, output folder
   * @throws Exception if the job fails
   */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new Grep(), args));
  }
}
