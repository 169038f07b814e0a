package io.evenkeel.puma;

import java.io.IOException;
import java.util.StringTokenizer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;

/** A mapper that emits one pair for each word of a document, and counts the words. */
abstract class EachWord extends MapReduceBase implements Mapper<LongWritable, Text, Text, Text> {
  private final Text document = new Text();
  private Documents documents;

  /**
   * Emits the pair of one word.
   *
   * @param document the name of its document
   * @param word the word
   * @param out where to
   * @throws IOException if the pair cannot be written
   */
  protected abstract void emit(Text document, String word, OutputCollector<Text, Text> out)
      throws IOException;

  @Override
  public void configure(JobConf job) {
    documents = new Documents(job);
  }

  @Override
  public void map(
      LongWritable offset, Text line, OutputCollector<Text, Text> out, Reporter reporter)
      throws IOException {
    int words = 0;
    document.set(documents.name(line));
    StringTokenizer tokens = new StringTokenizer(documents.text());
    while (tokens.hasMoreTokens()) {
      emit(document, tokens.nextToken(), out);
      words++;
    }
    reporter.incrCounter(Counter.WORDS, words);
  }
}
