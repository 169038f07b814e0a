package io.evenkeel.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.List;
import org.apache.hadoop.io.FloatWritable;
import org.junit.jupiter.api.Test;

class GroupHashTest {
  @Test
  void plainIsTheAbsoluteValue() {
    assertEquals(7, GroupHash.plain(-7, 120));
    assertEquals((1L << 31) % 120, GroupHash.plain(Integer.MIN_VALUE, 120));
  }

  @Test
  void mixedIsWhatThePlannerTakesItFor() throws IOException {
    List<String> lines = Files.readAllLines(Paths.get("../tests/vectors/hash.txt"));
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(" ");
      int group = GroupHash.mixed(Integer.parseInt(fields[0]), Integer.parseInt(fields[1]));
      assertEquals(Integer.parseInt(fields[2]), group, line);
    }
    assertEquals(9, lines.size());
  }

  @Test
  void everyHashHasAGroup() {
    for (int hash : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 12345}) {
      for (int n : new int[] {1, 2, 120, 65536}) {
        assertTrue(GroupHash.mixed(hash, n) >= 0 && GroupHash.mixed(hash, n) < n);
        assertTrue(GroupHash.plain(hash, n) >= 0 && GroupHash.plain(hash, n) < n);
      }
    }
  }

  @Test
  void floatsSpread() {
    boolean[] mixed = new boolean[512];
    boolean[] plain = new boolean[512];
    int mixedGroups = 0;
    int plainGroups = 0;
    for (int i = 0; i < 80; i++) {
      int hash = new FloatWritable(1 + i / 20f).hashCode();
      int m = GroupHash.mixed(hash, 512);
      int p = GroupHash.plain(hash, 512);
      mixedGroups += mixed[m] ? 0 : 1;
      plainGroups += plain[p] ? 0 : 1;
      mixed[m] = true;
      plain[p] = true;
    }
    assertTrue(mixedGroups >= 68, mixedGroups + " of 80 keys apart");
    assertTrue(plainGroups < mixedGroups);
  }
}
