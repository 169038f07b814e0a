package io.evenkeel.cluster.trial;

import java.io.IOException;
import java.util.Iterator;
import java.util.StringTokenizer;
import org.apache.hadoop.fs.Path;
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

/** A word count with gates. */
public final class WordTrial {
  private static final int KEYS_BEFORE_GATE = 10;

  private WordTrial() {}

  /** Runs it: input folder, output folder. */
  public static void main(String[] args) throws IOException {
    JobConf job = new JobConf(WordTrial.class);
    job.setJobName("word trial");
    FileInputFormat.addInputPath(job, new Path(args[0]));
    FileOutputFormat.setOutputPath(job, new Path(args[1]));
    job.setMapperClass(Words.class);
    job.setReducerClass(Total.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    job.setOutputKeyComparatorClass(GatedComparator.class);
    job.setOutputCommitter(GatedCommitter.class);
    job.setOutputFormat(StumblingFormat.class);
    JobClient.runJob(job);
  }

  /**
   * Emits each word with a one. With {@code trial.padding} a later attempt emits zeros besides, as
   * many a word as attempts came before: other counts, the same sums.
   */
  public static final class Words extends MapReduceBase
      implements Mapper<LongWritable, Text, Text, LongWritable> {
    private final Text word = new Text();
    private final LongWritable count = new LongWritable();
    private int padding;
    private JobConf job;

    @Override
    public void configure(JobConf conf) {
      job = conf;
      padding = conf.getBoolean("trial.padding", false) ? Gate.attempt(conf) : 0;
      Gate.pass(conf, "map.start");
      if (conf.getInt("mapred.task.partition", 0) > 0) {
        Gate.pass(conf, "map.later");
      }
    }

    @Override
    public void map(
        LongWritable at, Text line, OutputCollector<Text, LongWritable> out, Reporter reporter)
        throws IOException {
      for (StringTokenizer words = new StringTokenizer(line.toString()); words.hasMoreTokens(); ) {
        word.set(words.nextToken());
        count.set(1);
        out.collect(word, count);
        count.set(0);
        for (int i = 0; i < padding; i++) {
          out.collect(word, count);
        }
      }
    }

    @Override
    public void close() {
      Gate.pass(job, "map.end");
    }
  }

  /** Adds up. */
  public static final class Total extends MapReduceBase
      implements Reducer<Text, LongWritable, Text, LongWritable> {
    private JobConf job;
    private int keys;

    @Override
    public void configure(JobConf conf) {
      job = conf;
      Gate.pass(conf, "reduce.start");
    }

    @Override
    public void reduce(
        Text word,
        Iterator<LongWritable> counts,
        OutputCollector<Text, LongWritable> out,
        Reporter reporter)
        throws IOException {
      if (++keys == KEYS_BEFORE_GATE) {
        Gate.pass(job, "reduce.run");
      }
      long sum = 0;
      while (counts.hasNext()) {
        sum += counts.next().get();
      }
      out.collect(word, new LongWritable(sum));
    }
  }
}
