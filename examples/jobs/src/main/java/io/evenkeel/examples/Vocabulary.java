package io.evenkeel.examples;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * How many different words each author uses, from lines {@code author TAB text}. A reducer's work
 * is the words of a text, not the number of texts: one novel is more than a hundred letters. So the
 * job brings its own load, {@link WordsOfText}.
 */
public final class Vocabulary extends Configured implements Tool {
  /** Emits {@code <author, text>}. */
  public static final class Texts extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      String[] parts = line.toString().split("\t", 2);
      if (parts.length == 2) {
        context.write(new Text(parts[0]), new Text(parts[1]));
      }
    }
  }

  /** Writes {@code author, number of different words}. */
  public static final class Different extends Reducer<Text, Text, Text, IntWritable> {
    @Override
    protected void reduce(Text author, Iterable<Text> texts, Context context)
        throws IOException, InterruptedException {
      Set<String> words = new HashSet<String>();
      for (Text text : texts) {
        StringTokenizer tokens = new StringTokenizer(text.toString());
        while (tokens.hasMoreTokens()) {
          words.add(tokens.nextToken());
        }
      }
      context.write(author, new IntWritable(words.size()));
    }
  }

  @Override
  public int run(String[] args) throws Exception {
    if (args.length != 2) {
      System.err.println("usage: vocabulary IN OUT");
      return 2;
    }
    Job job = new Job(getConf(), "vocabulary");
    job.setJarByClass(Vocabulary.class);
    job.setMapperClass(Texts.class);
    job.setReducerClass(Different.class);
    job.setMapOutputValueClass(Text.class);
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
    System.exit(ToolRunner.run(new Vocabulary(), args));
  }
}
