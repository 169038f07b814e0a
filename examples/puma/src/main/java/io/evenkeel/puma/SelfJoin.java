package io.evenkeel.puma;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.ToolRunner;

/**
 * From associations of k items, {@code a,b,…,y}, those of k + 1: two that differ only in their
 * last item are joined. The output grows with the square of a key's load.
 */
public final class SelfJoin extends PumaJob {
  /** A job of its own name. */
  public SelfJoin() {
    super("selfjoin");
  }

  /** Emits {@code <all items but the last, the last>}. */
  public static class Map extends MapReduceBase implements Mapper<LongWritable, Text, Text, Text> {
    private final Text head = new Text();
    private final Text last = new Text();

    @Override
    public void map(
        LongWritable offset, Text line, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      String text = line.toString().trim();
      int comma = text.lastIndexOf(',');
      if (comma < 0) {
        return;
      }
      head.set(text.substring(0, comma));
      last.set(text.substring(comma + 1));
      out.collect(head, last);
      reporter.incrCounter(Counter.WORDS, 1);
    }
  }

  /** Writes {@code head, "x,y"} for any two last items x before y. */
  public static class Reduce extends MapReduceBase implements Reducer<Text, Text, Text, Text> {
    private final Text pair = new Text();

    @Override
    public void reduce(
        Text head, Iterator<Text> lasts, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      List<Text> items = new ArrayList<>(Distinct.of(lasts));
      for (int i = 0; i < items.size(); i++) {
        for (int j = i + 1; j < items.size(); j++) {
          pair.set(items.get(i) + "," + items.get(j));
          out.collect(head, pair);
        }
        reporter.progress();
      }
      reporter.incrCounter(Counter.VALUES, 1);
    }
  }

  @Override
  protected void define(JobConf job) {
    job.setMapperClass(Map.class);
    combineWith(job, Distinct.class);
    job.setReducerClass(Reduce.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
  }

  /**
   * Runs the job.
   *
   * @param args options, input folders, output folder
   * @throws Exception if the job fails
   */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new SelfJoin(), args));
  }
}
