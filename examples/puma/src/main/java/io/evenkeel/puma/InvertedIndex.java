package io.evenkeel.puma;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.ToolRunner;

/** The documents that each word occurs in, in order of their names. */
public final class InvertedIndex extends PumaJob {
  /** A job of its own name. */
  public InvertedIndex() {
    super("invertedindex");
  }

  /** Emits {@code <word, document>}. */
  public static class Map extends EachWord {
    private final Text key = new Text();

    @Override
    protected void emit(Text document, String word, OutputCollector<Text, Text> out)
        throws IOException {
      key.set(word);
      out.collect(key, document);
    }
  }

  /** Writes {@code word, "document,document,…"}. */
  public static class Reduce extends MapReduceBase implements Reducer<Text, Text, Text, Text> {
    @Override
    public void reduce(
        Text word, Iterator<Text> documents, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      StringBuilder list = new StringBuilder();
      for (Text document : Distinct.of(documents)) {
        if (list.length() > 0) {
          list.append(',');
        }
        list.append(document);
      }
      out.collect(word, new Text(list.toString()));
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
    System.exit(ToolRunner.run(new InvertedIndex(), args));
  }
}
