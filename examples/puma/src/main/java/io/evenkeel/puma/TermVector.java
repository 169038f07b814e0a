package io.evenkeel.puma;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map.Entry;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.ToolRunner;

/** The frequent words of each document (host), most frequent first. */
public final class TermVector extends PumaJob {
  /** Only words that occur more often than this are listed. */
  public static final String CUTOFF = "puma.termvector.cutoff";

  /** Default of {@link #CUTOFF}. */
  public static final int CUTOFF_DEFAULT = 10;

  /** A job of its own name. */
  public TermVector() {
    super("termvector");
  }

  /** Emits {@code <document, "word:1">}. */
  public static class Map extends EachWord {
    private final Text term = new Text();

    @Override
    protected void emit(Text document, String word, OutputCollector<Text, Text> out)
        throws IOException {
      term.set(word + ":1");
      out.collect(document, term);
    }
  }

  /** Adds up the terms {@code word:count} of one document. */
  static HashMap<String, int[]> add(Iterator<Text> terms) {
    HashMap<String, int[]> counts = new HashMap<>();
    while (terms.hasNext()) {
      String term = terms.next().toString();
      int colon = term.lastIndexOf(':');
      int count = Integer.parseInt(term.substring(colon + 1));
      counts.computeIfAbsent(term.substring(0, colon), word -> new int[1])[0] += count;
    }
    return counts;
  }

  /** One {@code word:count} for each different word that a map has seen. */
  public static class Combine extends MapReduceBase implements Reducer<Text, Text, Text, Text> {
    private final Text term = new Text();

    @Override
    public void reduce(
        Text document, Iterator<Text> terms, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      for (Entry<String, int[]> entry : add(terms).entrySet()) {
        term.set(entry.getKey() + ":" + entry.getValue()[0]);
        out.collect(document, term);
      }
    }
  }

  /** The vector: words above the cut-off by falling count, equal ones by name. */
  public static class Reduce extends MapReduceBase implements Reducer<Text, Text, Text, Text> {
    private int cutoff = CUTOFF_DEFAULT;

    @Override
    public void configure(JobConf job) {
      cutoff = job.getInt(CUTOFF, CUTOFF_DEFAULT);
    }

    @Override
    public void reduce(
        Text document, Iterator<Text> terms, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      List<Entry<String, int[]>> frequent = new ArrayList<>();
      for (Entry<String, int[]> entry : add(terms).entrySet()) {
        if (entry.getValue()[0] > cutoff) {
          frequent.add(entry);
        }
      }
      Comparator<Entry<String, int[]>> rising = Comparator.comparingInt(e -> e.getValue()[0]);
      frequent.sort(rising.reversed().thenComparing(Entry::getKey));
      StringBuilder vector = new StringBuilder();
      for (Entry<String, int[]> entry : frequent) {
        if (vector.length() > 0) {
          vector.append(' ');
        }
        vector.append(entry.getKey()).append(':').append(entry.getValue()[0]);
      }
      out.collect(document, new Text(vector.toString()));
      reporter.incrCounter(Counter.VALUES, 1);
    }
  }

  @Override
  protected void define(JobConf job) {
    job.setMapperClass(Map.class);
    combineWith(job, Combine.class);
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
    System.exit(ToolRunner.run(new TermVector(), args));
  }
}
