package io.evenkeel.examples;

import java.io.IOException;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Visits of each user, from lines {@code user TAB second}: after half an hour of silence a new one
 * begins. The reducer reads a user's clicks in the order of time (secondary sort), so it needs no
 * memory, however many there are.
 */
public final class Sessions extends Configured implements Tool {
  private static final String PARTITIONER = "mapreduce.partitioner.class";
  private static final long SILENCE = 30 * 60;

  /** Emits {@code <(user, second), nothing>}. */
  public static final class Clicks extends Mapper<LongWritable, Text, Click, NullWritable> {
    private final Click click = new Click();

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      String[] parts = line.toString().split("\t");
      click.user.set(parts[0]);
      click.second = Long.parseLong(parts[1]);
      context.write(click, NullWritable.get());
    }
  }

  /** Writes {@code user, visits}. */
  public static final class Visits extends Reducer<Click, NullWritable, Text, IntWritable> {
    @Override
    protected void reduce(Click click, Iterable<NullWritable> all, Context context)
        throws IOException, InterruptedException {
      int visits = 0;
      long last = Long.MIN_VALUE;
      for (NullWritable each : all) {
        // The key object holds the current click.
        visits += last == Long.MIN_VALUE || click.second - last > SILENCE ? 1 : 0;
        last = click.second;
      }
      context.write(new Text(click.user), new IntWritable(visits));
    }
  }

  @Override
  public int run(String[] args) throws Exception {
    if (args.length != 2) {
      System.err.println("usage: sessions IN OUT");
      return 2;
    }
    Job job = new Job(getConf(), "sessions");
    job.setJarByClass(Sessions.class);
    job.setMapperClass(Clicks.class);
    job.setReducerClass(Visits.class);
    if (getConf().get(PARTITIONER) == null) {
      // A call of setPartitionerClass would beat the command line.
      job.setPartitionerClass(ByUser.class);
    }
    job.setGroupingComparatorClass(Click.Grouping.class);
    job.setMapOutputKeyClass(Click.class);
    job.setMapOutputValueClass(NullWritable.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new Path(args[0]));
    FileOutputFormat.setOutputPath(job, new Path(args[1]));
    return job.waitForCompletion(true) ? 0 : 1;
  }

  /**
   * Runs the job.
   *
   * @param args options, input, output
   * @throws Exception if it fails
   */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new Sessions(), args));
  }
}
