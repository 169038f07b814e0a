package io.evenkeel.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.pairs.LocalFile;
import io.evenkeel.pairs.Run;
import io.evenkeel.pairs.RunMerge;
import io.evenkeel.pairs.Segment;
import java.io.ByteArrayOutputStream;
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
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapred.SegmentMaker;
import org.apache.hadoop.mapred.lib.LongSumReducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merged spills hold what the spills held, in order; in real maps too. */
class SpillMergeTest {
  private static final long BUFFER = 1 << 20;

  @TempDir File disk;
  private int progressed;

  private static List<String> keys(Random random) {
    List<String> keys = new ArrayList<>();
    for (int i = random.nextInt(4) == 0 ? 0 : random.nextInt(2000); i > 0; i--) {
      keys.add("key" + random.nextInt(300));
    }
    Collections.sort(keys);
    return keys;
  }

  private static List<String> pairs(Segment segment) throws IOException {
    List<String> pairs = new ArrayList<>();
    try (LocalFile file = new LocalFile(segment.file)) {
      RunMerge one =
          new RunMerge(
              Collections.singletonList(new Run(file, segment, 100)), new Text.Comparator());
      Text key = new Text();
      IntWritable value = new IntWritable();
      while (one.next()) {
        key.readFields(one.getKey());
        value.readFields(one.getValue());
        pairs.add(key + " " + value);
      }
    }
    return pairs;
  }

  private SpillMerge merge(List<Path> files, Path to) throws IOException {
    FileSystem local = FileSystem.getLocal(SegmentMaker.job(disk)).getRaw();
    return new SpillMerge(files, local, to, new Text.Comparator(), BUFFER, () -> progressed++);
  }

  @Test
  void mergingIsSorting() throws IOException {
    JobConf job = SegmentMaker.job(disk);
    Random random = new Random(3);
    for (int round = 0; round < 20; round++) {
      int spills = 2 + random.nextInt(8);
      int partitions = 1 + random.nextInt(20);
      List<Path> files = new ArrayList<>();
      List<List<Segment>> segments = new ArrayList<>();
      List<List<String>> expected = new ArrayList<>();
      for (int p = 0; p < partitions; p++) {
        segments.add(new ArrayList<>());
        expected.add(new ArrayList<>());
      }
      int value = 0;
      for (int s = 0; s < spills; s++) {
        File file = new File(disk, "spill" + s);
        Path path = new Path(file.getPath());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int p = 0; p < partitions; p++) {
          List<String> keys = keys(random);
          SegmentMaker.Made one = SegmentMaker.make(job, keys, value, null);
          segments.get(p).add(new Segment(path, bytes.size(), one.bytes.length, one.rawLength));
          bytes.write(one.bytes);
          for (String key : keys) {
            expected.get(p).add(key + " " + value++);
          }
        }
        Files.write(file.toPath(), bytes.toByteArray());
        files.add(path);
      }
      List<Segment> made = new ArrayList<>();
      try (SpillMerge merge = merge(files, merged())) {
        for (List<Segment> partition : segments) {
          made.add(merge.merge(partition));
        }
      }
      for (int p = 0; p < partitions; p++) {
        List<String> seen = pairs(made.get(p));
        for (int i = 1; i < seen.size(); i++) {
          assertTrue(key(seen.get(i - 1)).compareTo(key(seen.get(i))) <= 0, "out of order");
        }
        Collections.sort(seen);
        Collections.sort(expected.get(p));
        assertEquals(expected.get(p), seen, "partition " + p);
      }
    }
  }

  private static String key(String pair) {
    return pair.substring(0, pair.indexOf(' '));
  }

  /** A partition may take longer than the time after which a silent task is ended. */
  @Test
  void aLongPartitionShowsThatTheTaskLives() throws IOException {
    SegmentMaker.Made made =
        SegmentMaker.make(SegmentMaker.job(disk), Collections.nCopies(50_000, "word"), null);
    Segment segment = spill(made.bytes, made.rawLength);
    try (SpillMerge merge = merge(Collections.singletonList(segment.file), merged())) {
      merge.merge(Collections.singletonList(segment));
    }
    assertTrue(progressed > 5, "told " + progressed + " times");
  }

  private Path merged() {
    return new Path(new File(disk, "merged").getPath());
  }

  private Segment spill(byte[] bytes, long rawLength) throws IOException {
    File file = new File(disk, "spill");
    Files.write(file.toPath(), bytes);
    return new Segment(new Path(file.getPath()), 0, bytes.length, rawLength);
  }

  @Test
  void aSpillThatWasCutIsFound() throws IOException {
    SegmentMaker.Made made =
        SegmentMaker.make(SegmentMaker.job(disk), Collections.nCopies(90, "word"), null);
    Segment cut = spill(Arrays.copyOf(made.bytes, made.bytes.length / 2), made.rawLength);
    Segment whole = new Segment(cut.file, 0, made.bytes.length, made.rawLength);
    try (SpillMerge merge = merge(Collections.singletonList(cut.file), merged())) {
      EOFException e =
          assertThrows(EOFException.class, () -> merge.merge(Collections.singletonList(whole)));
      assertTrue(e.getMessage().contains("spill"), e.getMessage());
    }
  }

  @Test
  void whatTheDiskHasSpoiltIsFound() throws IOException {
    SegmentMaker.Made made =
        SegmentMaker.make(SegmentMaker.job(disk), Collections.nCopies(90, "word"), null);
    made.bytes[made.bytes.length - 7] ^= 1;
    Segment segment = spill(made.bytes, made.rawLength);
    try (SpillMerge merge = merge(Collections.singletonList(segment.file), merged())) {
      assertThrows(ChecksumException.class, () -> merge.merge(Collections.singletonList(segment)));
    }
  }

  @Test
  void spillsThatAreTooManyForTheMemoryAreHadoops() {
    assertTrue(SpillMerge.fits(2, BUFFER));
    assertTrue(SpillMerge.fits(32, BUFFER));
    assertFalse(SpillMerge.fits(33, BUFFER));
    assertTrue(SpillMerge.fits(256, Long.MAX_VALUE));
    assertFalse(SpillMerge.fits(257, Long.MAX_VALUE));
  }

  private JobConf ours(String out) {
    JobConf job = LocalJob.of(disk.toPath(), out);
    PrefixSort.install(job);
    SpillCodec.install(job);
    PairSerialization.install(job);
    return job;
  }

  private List<String> output(String out) throws IOException {
    return LocalJob.output(disk.toPath(), out);
  }

  private static void assertCounts(RunningJob stock, RunningJob ours, String... counters)
      throws IOException {
    for (String counter : counters) {
      assertTrue(LocalJob.count(stock, counter) > 0, counter);
      assertEquals(LocalJob.count(stock, counter), LocalJob.count(ours, counter), counter);
    }
  }

  /**
   * Many spills, one of them of a record that is larger than the buffer. Hadoop's own merge would
   * need several passes with so small a factor, and count the pairs in each.
   */
  @Test
  void aRealMapMergesTheSame() throws IOException {
    String[] lines = LocalJob.lines(60_000);
    char[] large = new char[1_500_000];
    Arrays.fill(large, 'x');
    lines[777] = new String(large);
    LocalJob.write(disk.toPath(), lines);
    JobConf hadoops = LocalJob.of(disk.toPath(), "stock");
    hadoops.setInt("io.sort.factor", 100);
    RunningJob stock = LocalJob.run(hadoops);
    JobConf job = ours("ours");
    job.setInt("io.sort.factor", 2);
    RunningJob own = LocalJob.run(job);
    assertEquals(output("stock"), output("ours"));
    assertCounts(
        stock,
        own,
        "MAP_OUTPUT_BYTES",
        "MAP_OUTPUT_RECORDS",
        "SPILLED_RECORDS",
        "MAP_OUTPUT_MATERIALIZED_BYTES");
    long spilled = LocalJob.count(own, "SPILLED_RECORDS");
    assertTrue(spilled >= 2 * lines.length, "spills were merged");
    // Hadoop's readers also read past each segment; job.xml is in both.
    double written = LocalJob.bytes(own, "FILE_BYTES_WRITTEN");
    assertEquals(1, written / LocalJob.bytes(stock, "FILE_BYTES_WRITTEN"), 0.01);
    double read = LocalJob.bytes(own, "FILE_BYTES_READ");
    assertEquals(1, read / LocalJob.bytes(stock, "FILE_BYTES_READ"), 0.2);
  }

  /** A combiner runs again when many spills are merged: Hadoop does that. */
  @Test
  void whatIsCombinedAgainIsLeftToHadoop() throws IOException {
    LocalJob.write(disk.toPath(), LocalJob.lines(60_000));
    JobConf hadoops = LocalJob.of(disk.toPath(), "stock");
    hadoops.setCombinerClass(LongSumReducer.class);
    RunningJob stock = LocalJob.run(hadoops);
    JobConf job = ours("ours");
    job.setCombinerClass(LongSumReducer.class);
    RunningJob own = LocalJob.run(job);
    assertEquals(output("stock"), output("ours"));
    assertCounts(stock, own, "COMBINE_INPUT_RECORDS", "COMBINE_OUTPUT_RECORDS");
  }
}
