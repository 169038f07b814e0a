package io.evenkeel;

import io.evenkeel.map.GroupHash;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.apache.hadoop.io.Text;

/**
 * How large a map's output is in n compressed streams, one a group: words of a Zipf distribution
 * with the number 1, laid out as Hadoop does, deflated as its DefaultCodec does.
 */
public final class StreamSizes {
  private static final int[] STREAMS = {15, 60, 120, 240, 480, 960, 4096};
  private static final int FRAME = 6;

  private StreamSizes() {}

  /** Prints a table. */
  public static void main(String[] args) {
    for (int pairs : new int[] {30_000, 300_000}) {
      Random random = new Random(7);
      List<String> words = new ArrayList<>();
      for (int i = 0; i < pairs; i++) {
        words.add("word" + (int) Math.exp(random.nextDouble() * Math.log(100_000)));
      }
      Collections.sort(words);
      double[] first = size(words, STREAMS[0]);
      StringBuilder line = new StringBuilder("| " + pairs + " pairs, " + (int) first[0] / 1000 + " kB |");
      for (int n : STREAMS) {
        double[] size = size(words, n);
        line.append(String.format(" %.2f, %.2f |", size[0] / first[0], size[1] / first[1]));
      }
      System.out.println(line);
    }
  }

  /** Bytes as they are, and deflated. */
  private static double[] size(List<String> sorted, int n) {
    List<ByteArrayOutputStream> parts = new ArrayList<>();
    for (int g = 0; g < n; g++) {
      parts.add(new ByteArrayOutputStream());
    }
    for (String word : sorted) {
      byte[] text = word.getBytes(StandardCharsets.UTF_8);
      ByteArrayOutputStream out = parts.get(GroupHash.spread(new Text(word).hashCode(), n));
      out.write(text.length + 1);
      out.write(4);
      out.write(text.length);
      out.write(text, 0, text.length);
      out.write(new byte[] {0, 0, 0, 1}, 0, 4);
    }
    double[] sum = new double[2];
    byte[] buffer = new byte[64 << 10];
    for (ByteArrayOutputStream part : parts) {
      sum[0] += part.size() + FRAME;
      Deflater deflater = new Deflater();
      deflater.setInput(part.toByteArray());
      deflater.finish();
      while (!deflater.finished()) {
        sum[1] += deflater.deflate(buffer);
      }
      deflater.end();
      sum[1] += 4;
    }
    return sum;
  }
}
