package io.evenkeel.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.IndexedSorter;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The view of the output buffer of a real map, in Hadoop's local runner. */
class SpillRecordsTest {
  private static final int LINES = 100_000;
  private static final List<Integer> SORTED = Collections.synchronizedList(new ArrayList<>());

  @TempDir Path dir;

  /** Ours, and a note of what it was given. */
  public static final class Noting implements IndexedSorter {
    private final PrefixSort sort = new PrefixSort();

    @Override
    public void sort(IndexedSortable sortable, int from, int to) {
      sort(sortable, from, to, null);
    }

    @Override
    public void sort(IndexedSortable sortable, int from, int to, Progressable progress) {
      SpillRecords records = SpillRecords.of(sortable);
      assertNotNull(records, "a map's buffer is not as we know it");
      assertEquals(KeyBytes.TEXT, records.order);
      SORTED.add(to - from);
      sort.sort(sortable, from, to, progress);
      for (int i = from + 1; i < to; i++) {
        assertTrue(sortable.compare(i - 1, i) <= 0, "pair " + i);
      }
    }
  }

  @Test
  void aRealMapSpillsItsPairsInOrder() throws IOException {
    String[] lines = LocalJob.lines(LINES);
    LocalJob.write(dir, lines);
    JobConf job = LocalJob.of(dir, "out");
    job.set("map.sort.class", Noting.class.getName());
    job.setFloat("io.sort.record.percent", 0.1f);
    JobClient.runJob(job);
    Arrays.sort(lines);
    List<String> out = new ArrayList<>();
    for (String line : Files.readAllLines(dir.resolve("out/part-00000"), StandardCharsets.UTF_8)) {
      out.add(line.substring(0, line.indexOf('\t')));
    }
    assertEquals(Arrays.asList(lines), out);
    assertTrue(SORTED.size() > 2, "the buffer was never full: " + SORTED);
    assertEquals(LINES, SORTED.stream().mapToInt(Integer::intValue).sum());
  }
}
