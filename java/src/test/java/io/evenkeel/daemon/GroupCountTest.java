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
  void reducersSizeOfMapsAndCompressionDecide() throws IOException {
    List<String> lines = Files.readAllLines(Paths.get("../tests/vectors/groups.txt"));
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(" ");
      job.setBoolean("mapred.compress.map.output", Boolean.parseBoolean(fields[3]));
      assertEquals(
          Integer.parseInt(fields[4]),
          GroupCount.of(
              job,
              Integer.parseInt(fields[0]),
              Integer.parseInt(fields[1]),
              Long.parseLong(fields[2]),
              false),
          line);
    }
    assertEquals(21, lines.size());
    assertEquals(512, GroupCount.of(new Configuration(false), 15, 1, -1, false));
  }

  @Test
  void thePapersNumberIsAlwaysTheSame() {
    assertEquals(120, GroupCount.of(job, 15, 4, 0, true));
    assertEquals(120, GroupCount.of(job, 15, 100, 100L << 26, true));
    job.setBoolean("mapred.compress.map.output", true);
    assertEquals(120, GroupCount.of(job, 15, 4, 0, true));
  }

  @Test
  void theJobMaySay() {
    job.set("evenkeel.groups", "77");
    assertEquals(77, GroupCount.of(job, 15, 4, 0, false));
    assertEquals(77, GroupCount.of(job, 15, 4, 0, true));
    assertThrows(IllegalArgumentException.class, () -> GroupCount.of(job, 78, 4, 0, false));
  }
}
