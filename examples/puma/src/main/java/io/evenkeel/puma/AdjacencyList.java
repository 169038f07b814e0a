package io.evenkeel.puma;

import java.io.IOException;
import java.util.Iterator;
import java.util.StringTokenizer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.ToolRunner;

/** The neighbours of each vertex of a directed graph; a line is an edge {@code from to}. */
public final class AdjacencyList extends PumaJob {
  /** A job of its own name. */
  public AdjacencyList() {
    super("adjacencylist");
  }

  /** Emits {@code <from, ">to">} and {@code <to, "<from">}. */
  public static class Map extends MapReduceBase implements Mapper<LongWritable, Text, Text, Text> {
    private final Text vertex = new Text();
    private final Text neighbour = new Text();

    @Override
    public void map(
        LongWritable offset, Text line, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      StringTokenizer tokens = new StringTokenizer(line.toString(), " \t,");
      if (tokens.countTokens() != 2) {
        return;
      }
      String from = tokens.nextToken();
      String to = tokens.nextToken();
      vertex.set(from);
      neighbour.set(">" + to);
      out.collect(vertex, neighbour);
      vertex.set(to);
      neighbour.set("<" + from);
      out.collect(vertex, neighbour);
      reporter.incrCounter(Counter.WORDS, 2);
    }
  }

  /** Writes {@code vertex, "from:a,b to:c,d"}, each neighbour once and in order. */
  public static class Reduce extends MapReduceBase implements Reducer<Text, Text, Text, Text> {
    @Override
    public void reduce(
        Text vertex, Iterator<Text> neighbours, OutputCollector<Text, Text> out, Reporter reporter)
        throws IOException {
      StringBuilder from = new StringBuilder();
      StringBuilder to = new StringBuilder();
      for (Text neighbour : Distinct.of(neighbours)) {
        String text = neighbour.toString();
        StringBuilder list = text.charAt(0) == '<' ? from : to;
        list.append(list.length() > 0 ? "," : "").append(text, 1, text.length());
      }
      out.collect(vertex, new Text("from:" + from + " to:" + to));
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
    System.exit(ToolRunner.run(new AdjacencyList(), args));
  }
}
