package io.evenkeel.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

/** Which group a hash code has; the planner in Rust reads the same vectors. */
class GroupHashTest {
  @Test
  void plainIsTheAbsoluteValue() {
    assertEquals(7, GroupHash.plain(-7, 120));
    assertEquals((1L << 31) % 120, GroupHash.plain(Integer.MIN_VALUE, 120));
  }

  @Test
  void spreadIsWhatThePlannerTakesItFor() throws IOException {
    List<String> lines = Files.readAllLines(Paths.get("../tests/vectors/hash.txt"));
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(" ");
      int group = GroupHash.spread(Integer.parseInt(fields[0]), Integer.parseInt(fields[1]));
      assertEquals(Integer.parseInt(fields[2]), group, line);
    }
    assertEquals(9, lines.size());
  }

  @Test
  void everyHashHasAGroup() {
    for (int hash : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 12345}) {
      for (int n : new int[] {1, 2, 120, 65536}) {
        assertTrue(GroupHash.spread(hash, n) >= 0 && GroupHash.spread(hash, n) < n);
        assertTrue(GroupHash.plain(hash, n) >= 0 && GroupHash.plain(hash, n) < n);
      }
    }
  }

  @Test
  void keysAtEqualStepsStayApart() {
    assertEquals(
        80, groups(i -> new FloatWritable(1 + i / 20f).hashCode(), true), "bins of ratings");
    assertEquals(80, groups(i -> new IntWritable(1933 + i).hashCode(), true), "years");
    assertEquals(80, groups(i -> new IntWritable(1000 * i).hashCode(), true), "thousands");
    assertTrue(
        groups(i -> new Text("host" + (10 + i) + ".example.com").hashCode(), true) >= 78, "names");
    assertTrue(groups(i -> new FloatWritable(1 + i / 20f).hashCode(), false) < 40, "by remainder");
  }

  /** How many of 512 groups 80 keys come to lie in. */
  private static int groups(IntUnaryOperator hash, boolean spread) {
    BitSet groups = new BitSet();
    for (int i = 0; i < 80; i++) {
      int h = hash.applyAsInt(i);
      groups.set(spread ? GroupHash.spread(h, 512) : GroupHash.plain(h, 512));
    }
    return groups.cardinality();
  }
}
