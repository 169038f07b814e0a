package io.evenkeel.puma;

import java.io.IOException;
import java.util.Iterator;
import java.util.TreeSet;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;

/** A combiner that keeps each value of a key once. */
public class Distinct extends MapReduceBase implements Reducer<Text, Text, Text, Text> {
  @Override
  public void reduce(
      Text key, Iterator<Text> values, OutputCollector<Text, Text> out, Reporter reporter)
      throws IOException {
    for (Text value : of(values)) {
      out.collect(key, value);
    }
  }

  /**
   * The different values in order, copied (Hadoop reuses its objects).
   *
   * @param values the values of a key
   * @return each once
   */
  static TreeSet<Text> of(Iterator<Text> values) {
    TreeSet<Text> distinct = new TreeSet<>();
    while (values.hasNext()) {
      Text value = values.next();
      if (!distinct.contains(value)) {
        distinct.add(new Text(value));
      }
    }
    return distinct;
  }
}
