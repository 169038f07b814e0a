package io.evenkeel.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.SegmentMaker;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merged runs, in memory and through windows, are what sorting all pairs would give. */
class RunMergeTest {
  private static final int CHECKSUM = 4;

  @TempDir File disk;
  private JobConf job;

  @BeforeEach
  void configure() {
    job = SegmentMaker.job(disk);
  }

  /** Sorted keys, each of them once or often, some longer than any window. */
  private static List<String> keys(Random random) {
    int distinct = 1 + random.nextInt(random.nextBoolean() ? 4 : 500);
    List<String> keys = new ArrayList<>();
    for (int i = random.nextInt(300); i > 0; i--) {
      int number = random.nextInt(distinct);
      String key = number == 0 ? "" : Integer.toString(number * 7919, Character.MAX_RADIX);
      keys.add(random.nextInt(40) == 0 ? key + repeated('x', random.nextInt(400)) : key);
    }
    Collections.sort(keys);
    return keys;
  }

  private static String repeated(char c, int times) {
    char[] all = new char[times];
    Arrays.fill(all, c);
    return new String(all);
  }

  private Run inMemory(SegmentMaker.Made made) {
    return new Run(made.bytes, made.bytes.length - CHECKSUM);
  }

  /** A segment somewhere in a file. */
  private Run onDisk(SegmentMaker.Made made, int before, int window) throws IOException {
    File file = File.createTempFile("segment", "", disk);
    byte[] bytes = new byte[before + made.bytes.length];
    System.arraycopy(made.bytes, 0, bytes, before, made.bytes.length);
    Files.write(file.toPath(), bytes);
    Path path = new Path(file.getPath());
    Segment segment = new Segment(path, before, made.bytes.length, made.rawLength);
    return new Run(new LocalFile(path), segment, window);
  }

  private static RunMerge merge(List<Run> runs, long total) throws IOException {
    return new RunMerge(runs, new Text.Comparator(), total, null);
  }

  private static byte[] bytes(DataInputBuffer buffer) {
    return Arrays.copyOfRange(buffer.getData(), buffer.getPosition(), buffer.getLength());
  }

  /**
   * Reads all pairs as "key value"; what it says of repeated keys must be true, and in memory all
   * there is. Keys must come in order.
   */
  private static List<String> drain(RunMerge merge, boolean memory) throws IOException {
    List<String> seen = new ArrayList<>();
    byte[] last = null;
    String before = "";
    Text key = new Text();
    IntWritable value = new IntWritable();
    while (merge.next()) {
      byte[] now = bytes(merge.getKey());
      boolean equal = Arrays.equals(last, now);
      assertTrue(equal || !merge.repeats(), "another key is called the same");
      assertTrue(!equal || !memory || merge.repeats(), "the same key is called another");
      key.readFields(merge.getKey());
      value.readFields(merge.getValue());
      assertTrue(seen.isEmpty() || key.toString().compareTo(before) >= 0, "out of order");
      before = key.toString();
      seen.add(key + " " + value);
      last = now;
    }
    assertFalse(merge.next(), "it has ended");
    return seen;
  }

  @Test
  void mergingIsSorting() throws IOException {
    Random random = new Random(11);
    for (int round = 0; round < 200; round++) {
      List<String> all = new ArrayList<>();
      List<Run> runs = new ArrayList<>();
      boolean memory = round % 2 == 0;
      for (int i = random.nextInt(12); i > 0; i--) {
        List<String> keys = keys(random);
        SegmentMaker.Made made = SegmentMaker.make(job, keys, all.size(), null);
        for (String key : keys) {
          all.add(key + " " + all.size());
        }
        boolean stays = memory || random.nextInt(4) == 0;
        runs.add(stays ? inMemory(made) : onDisk(made, random.nextInt(50), random.nextInt(200)));
      }
      List<String> seen = drain(merge(runs, 1), memory);
      Collections.sort(all);
      Collections.sort(seen);
      assertEquals(all, seen, "round " + round);
    }
  }

  @Test
  void progressGoesFromNothingToAll() throws IOException {
    SegmentMaker.Made made = SegmentMaker.make(job, Collections.nCopies(1000, "word"), null);
    RunMerge merge = merge(Arrays.asList(inMemory(made), inMemory(made)), 2 * made.rawLength);
    assertEquals(0, merge.getProgress().get());
    float last = 0;
    while (merge.next()) {
      assertTrue(merge.getProgress().get() >= last);
      last = merge.getProgress().get();
    }
    assertTrue(last > 0.7 && last <= 1, "at its end: " + last);
  }

  @Test
  void whatTheDiskHasSpoiltIsFound() throws IOException {
    SegmentMaker.Made made = SegmentMaker.make(job, Collections.nCopies(200, "word"), null);
    // In the last pair's value: nothing else would see it.
    made.bytes[made.bytes.length - CHECKSUM - 3] ^= 1;
    assertThrows(ChecksumException.class, () -> drain(onDisk(made, 5, 64)));
  }

  private static void drain(Run run) throws IOException {
    while (run.next()) {}
  }

  /** Whatever one flipped bit makes of a segment on disk, it is an error of its own kind. */
  @Test
  void eachFlippedBitOnDiskIsFound() throws IOException {
    List<String> keys = Arrays.asList("a", repeated('b', 200), "c");
    SegmentMaker.Made made = SegmentMaker.make(job, keys, null);
    for (int bit = 0; bit < Byte.SIZE * made.bytes.length; bit++) {
      made.bytes[bit / Byte.SIZE] ^= 1 << bit % Byte.SIZE;
      Run run = onDisk(made, 0, 32);
      assertThrows(IOException.class, () -> drain(run), "bit " + bit);
      made.bytes[bit / Byte.SIZE] ^= 1 << bit % Byte.SIZE;
    }
  }

  /** A window grows for a large pair, and shrinks again behind it. */
  @Test
  void aWindowIsNoLargerThanItMustBe() throws IOException {
    List<String> keys = Arrays.asList("a", repeated('b', 100_000), "c", repeated('d', 500), "e");
    Run run = onDisk(SegmentMaker.make(job, keys, null), 0, 64);
    int[] most = {64, 100_010, 64, 510, 64};
    for (int pair = 0; run.next(); pair++) {
      assertTrue(run.data.length <= most[pair], "pair " + pair + ": " + run.data.length);
    }
  }

  @Test
  void pairsThatMakeNoSenseAreRefused() throws IOException {
    SegmentMaker.Made made = SegmentMaker.make(job, Collections.nCopies(3, "word"), null);
    byte[] cut = Arrays.copyOf(made.bytes, 7);
    assertThrows(EOFException.class, () -> new Run(cut, cut.length).next());
    assertThrows(EOFException.class, () -> new Run(new byte[0], 0).next());
    byte[][] lengths = {{-5, 1}, {1, -5}, {-1, 3}, {-116, 127, -1, -1, -1, -116, 127, -1, -1, -1}};
    for (byte[] bad : lengths) {
      byte[] data = Arrays.copyOf(bad, 40);
      assertThrows(IOException.class, () -> new Run(data, data.length).next());
    }
    byte[] huge = Arrays.copyOf(new byte[] {-120, 127, -1, -1, -1, -1, -1, -1, -1}, 40);
    assertThrows(IOException.class, () -> new Run(huge, huge.length).next());
  }
}
