package io.evenkeel.puma;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
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
 * The documents of each sequence of words, those with most occurrences first.
 *
 * <p>Its input is the output of {@link SequenceCount}. It has no combiner.
 */
public final class RankedInvertedIndex extends PumaJob {
  /** A job of its own name. */
  public RankedInvertedIndex() {
    super("rankedinvertedindex");
  }

  /** From {@code sequence|document TAB count} to {@code <sequence, "count|document">}. */
  public static class Map extends MapReduceBase implements Mapper<LongWritable, Text, Text, Text> {
    private final Text sequence = new Text();
    private final Text place = new Text();

    @Override
    public void map(
        LongWritable offset, Text line, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      String text = line.toString();
      int tab = text.lastIndexOf('\t');
      int bar = tab < 0 ? -1 : text.lastIndexOf('|', tab);
      if (bar < 0) {
        return;
      }
      sequence.set(text.substring(0, bar));
      place.set(text.substring(tab + 1) + "|" + text.substring(bar + 1, tab));
      out.collect(sequence, place);
      reporter.incrCounter(Counter.WORDS, 1);
    }
  }

  /** Writes {@code sequence, "count|document,count|document,…"}. */
  public static class Reduce extends MapReduceBase implements Reducer<Text, Text, Text, Text> {
    @Override
    public void reduce(
        Text sequence, Iterator<Text> places, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      List<String> ranked = new ArrayList<>();
      while (places.hasNext()) {
        ranked.add(places.next().toString());
      }
      Comparator<String> rising = Comparator.comparingInt(Reduce::count);
      ranked.sort(rising.reversed().thenComparing(Comparator.naturalOrder()));
      out.collect(sequence, new Text(String.join(",", ranked)));
      reporter.incrCounter(Counter.VALUES, 1);
    }

    private static int count(String place) {
      return Integer.parseInt(place.substring(0, place.indexOf('|')));
    }
  }

  @Override
  protected void define(JobConf job) {
    job.setMapperClass(Map.class);
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
    System.exit(ToolRunner.run(new RankedInvertedIndex(), args));
  }
}
