package io.evenkeel.jobs;

import io.evenkeel.Statistics;
import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Each word once, counted in the job's statistics; and how many reducers the job is said to have.
 */
public final class TokenMapper extends Mapper<LongWritable, Text, Text, IntWritable> {
  @Override
  protected void setup(Context context) {
    context.getCounter("jobs", "reducers known").increment(context.getNumReduceTasks());
  }

  @Override
  protected void map(LongWritable offset, Text line, Context context)
      throws IOException, InterruptedException {
    StringTokenizer words = new StringTokenizer(line.toString());
    while (words.hasMoreTokens()) {
      context.write(new Text(words.nextToken()), new IntWritable(1));
      Statistics.local().add("tokens", 1);
    }
  }
}
