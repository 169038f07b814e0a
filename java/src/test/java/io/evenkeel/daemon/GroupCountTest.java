package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** How many groups jobs of several shapes get; the core reads the same vectors. */
class GroupCountTest {
  private final Configuration job = new Configuration(false);

  @Test
  void moreReducersMoreGroupsWithinBounds() throws IOException {
    // The planner's analyze takes as many: it reads the same examples.
    List<String> lines = Files.readAllLines(Paths.get("../tests/vectors/groups.txt"));
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(" ");
      int groups = GroupCount.of(job, Integer.parseInt(fields[0]), 4, 0, false);
      assertEquals(Integer.parseInt(fields[1]), groups, line);
    }
    assertEquals(9, lines.size());
    assertEquals(120, GroupCount.of(job, 15, 4, 0, true));
  }

  @Test
  void compressedOutputIsCutIntoFewer() {
    job.setBoolean("mapred.compress.map.output", true);
    assertEquals(96, GroupCount.of(job, 2, 4, 0, false));
    assertEquals(240, GroupCount.of(job, 15, 4, 0, false));
    assertEquals(120, GroupCount.of(job, 15, 4, 0, true));
  }

  @Test
  void largeMapsGetMore() {
    long block = 64 << 20;
    assertEquals(2048, GroupCount.of(job, 15, 100, 100 * block, false));
    assertEquals(512, GroupCount.of(job, 15, 100, 100 * block / 8, false));
    assertEquals(4096, GroupCount.of(job, 15, 100, 100 * 16 * block, false));
    assertEquals(120, GroupCount.of(job, 15, 100, 100 * block, true));
    // 10,000 maps: with 2,048 groups each of 15 reducers would hold 1.4 million segments.
    assertEquals(512, GroupCount.of(job, 15, 10_000, 10_000 * block, false));
    assertEquals(1600, GroupCount.of(job, 100, 10_000, 10_000 * block, false));
    assertEquals(2048, GroupCount.of(job, 15, 1, block, false));
    assertEquals(512, GroupCount.of(job, 15, 0, 0, false));
    assertEquals(512, GroupCount.of(job, 15, 1, -1, false));
    assertEquals(4096, GroupCount.of(job, 15, 1, Long.MAX_VALUE, false));
    job.setBoolean("mapred.compress.map.output", true);
    assertEquals(512, GroupCount.of(job, 15, 100, 100 * block, false));
  }

  @Test
  void theJobMaySay() {
    job.set("evenkeel.groups", "77");
    assertEquals(77, GroupCount.of(job, 15, 4, 0, false));
    assertEquals(77, GroupCount.of(job, 15, 4, 0, true));
    assertThrows(IllegalArgumentException.class, () -> GroupCount.of(job, 78, 4, 0, false));
  }
}
