package io.evenkeel.reduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.pairs.Segment;
import io.evenkeel.wire.ByteWriter;
import io.evenkeel.wire.MapMark;
import io.evenkeel.wire.Table;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.EvenkeelMerge;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.SegmentMaker;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the wire to the reducer's hands, without a cluster. */
class PipelineTest {
  private static final int SLOTS = 2;
  private static final int GROUPS = 3;
  private static final SecretKey KEY = new SecretKeySpec(new byte[] {1, 2, 3}, "HmacSHA1");
  private static final byte[] HASH = new byte[20];

  @TempDir File disk;
  private JobConf job;
  private CompressionCodec codec;
  private final List<Integer> ran = new ArrayList<>();
  private int words = 400;
  private int alive;

  @BeforeEach
  void configure() {
    job = SegmentMaker.job(disk);
  }

  /**
   * What a TaskTracker sends: every map has every word of every group once, but none of group 1.
   */
  private byte[] stream(int maps) throws IOException {
    ByteWriter out = new ByteWriter();
    for (int map = 0; map < maps; map++) {
      MapMark mark = new MapMark(KEY, HASH, map).add(0).add(SLOTS + GROUPS);
      out.u8(0).varint(SLOTS + GROUPS);
      for (int g = 0; g < GROUPS; g++) {
        List<String> keys = new ArrayList<>();
        for (int w = 0; w < (g == 1 ? 0 : words); w++) {
          keys.add(String.format("%05d-%d", w, g));
        }
        SegmentMaker.Made made = SegmentMaker.make(job, keys, codec);
        out.varint(made.rawLength).varint(made.bytes.length).raw(made.bytes);
        int checksum = ByteBuffer.wrap(made.bytes).getInt(made.bytes.length - 4);
        mark.add(made.rawLength).add(made.bytes.length).add(checksum);
      }
      out.raw(mark.end());
    }
    return out.ascii("EKE").bytes();
  }

  private static CopyBatch batch(int maps) {
    int[] numbers = new int[maps];
    List<String> attempts = new ArrayList<>();
    for (int m = 0; m < maps; m++) {
      numbers[m] = m;
      attempts.add("attempt_201301010000_0001_m_00000" + m + "_0");
    }
    return CopyPlanTest.batch("http://tracker:50060", numbers, attempts, 0, 1, 2);
  }

  private static CopyPlan plan(int maps) throws IOException {
    CopyPlan plan = new CopyPlan(0, maps, GROUPS, Clock.SYSTEM);
    for (int m = 0; m < maps; m++) {
      plan.located(m, "a" + m, "http://tracker:50060");
    }
    plan.bind(new Table(true, "t", 1, new int[GROUPS], new byte[] {9, 0, 5}));
    return plan;
  }

  private static final class Into implements GroupFetcher.Sink {
    private final CopyPlan plan;
    private final List<Integer> lost = new ArrayList<>();

    Into(CopyPlan plan) {
      this.plan = plan;
    }

    @Override
    public void requested() {}

    @Override
    public void copied(int map, int group, Segment segment, long bytes) {
      plan.copied(map, group, segment);
    }

    @Override
    public void ended() {}

    @Override
    public void lost(int map, String attempt, String why) {
      lost.add(map);
    }
  }

  private List<Integer> read(byte[] stream, CopyPlan plan, int maps) throws IOException {
    return read(stream, HASH, plan, maps);
  }

  private List<Integer> read(byte[] stream, byte[] hash, CopyPlan plan, int maps)
      throws IOException {
    Into into = new Into(plan);
    Spool spool = new Spool(job, "spool");
    new GroupsStream(new ByteArrayInputStream(stream), batch(maps), SLOTS, GROUPS, spool, into)
        .read(KEY, hash);
    return into.lost;
  }

  /** Copies, sorts and runs; returns "key=number of values" in the order the reducer sees. */
  private List<String> run(int maps, long budget, boolean byKey) throws Exception {
    CopyPlan plan = plan(maps);
    assertEquals(0, read(stream(maps), plan, maps).size());
    assertTrue(plan.isWhole());
    Counters.Counter none = new Counters().findCounter("test", "none");
    GroupMerger<Object, Object> merger =
        new GroupMerger<>(job, new EvenkeelMerge<>(job, () -> {}, none), budget);
    GroupSorter sorter = new GroupSorter(plan, merger, new Timeline(GROUPS), Clock.SYSTEM, byKey);
    sorter.start();
    GroupIterator pairs = new GroupIterator(sorter, listener(), Clock.SYSTEM);
    alive = 0;
    Counters.Counter read = new Counters().findCounter("test", "read");
    List<String> seen = drain(pairs, read);
    assertEquals((long) maps * seen.size(), read.getValue(), "pairs counted");
    // The last word is said when there is no next pair, and the last one is worked on.
    assertEquals(maps * seen.size() + 1, alive, "a slow reducer must not look dead");
    assertFalse(pairs.next(), "it has ended");
    merger.close();
    return seen;
  }

  @SuppressWarnings("unchecked")
  private List<String> drain(GroupIterator pairs, Counters.Counter counter) throws IOException {
    RawComparator<Text> grouping = (RawComparator<Text>) job.getOutputValueGroupingComparator();
    OldValues<Text, IntWritable> values =
        new OldValues<>(
            pairs,
            new GroupBoundary<>(grouping, pairs),
            Text.class,
            IntWritable.class,
            job,
            counter);
    List<String> seen = new ArrayList<>();
    while (values.more()) {
      String key = values.key().toString();
      int count = 0;
      for (; values.hasNext(); count++) {
        values.next();
      }
      seen.add(key + "=" + count);
      values.nextKey();
    }
    return seen;
  }

  private GroupIterator.Listener listener() {
    return new GroupIterator.Listener() {
      @Override
      public void waiting() {}

      @Override
      public void alive() {
        alive++;
      }

      @Override
      public void running(int group, float part) {}

      @Override
      public void ran(int group, long start, long end, long pairs) {
        ran.add(group);
      }
    };
  }

  private List<String> expected(int maps, boolean byKey) {
    List<String> keys = new ArrayList<>();
    for (int g : byKey ? new int[] {0} : new int[] {2, 0}) {
      for (int w = 0; w < words; w++) {
        for (int h : byKey ? new int[] {0, 2} : new int[] {g}) {
          keys.add(String.format("%05d-%d=%d", w, h, maps));
        }
      }
    }
    return keys;
  }

  @Test
  void groupsRunInOrderOfLoad() throws Exception {
    assertEquals(expected(4, false), run(4, 1 << 20, false));
    assertEquals(Arrays.asList(1, 2, 0), ran);
  }

  @Test
  void keyOrderIsOneSequence() throws Exception {
    assertEquals(expected(4, true), run(4, 1 << 20, true));
  }

  @Test
  void groupsLargerThanMemoryAreMergedFromDisk() throws Exception {
    job.setInt("io.sort.factor", 3);
    assertEquals(expected(3, false), run(3, 100, false));
    assertEquals(expected(9, false), run(9, 100, false));
    assertEquals(expected(9, true), run(9, 15_000, true));
  }

  /**
   * Each segment has its window; where there are too many, each file that they were merged into.
   */
  @Test
  void groupsLargerThanMemoryAreReadThroughWindows() throws Exception {
    words = 4000;
    job.setInt("io.sort.factor", 5);
    assertEquals(expected(4, false), run(4, 90_000, false));
    assertEquals(expected(9, false), run(9, 200_000, false));
    assertEquals(expected(9, true), run(9, 400_000, true));
    String[] left = new File(disk, "output").list((d, name) -> name.contains("run"));
    assertEquals(0, left.length, () -> "files are left: " + Arrays.toString(left));
  }

  /** Numbers as keys, one of which no comparator finds equal to itself, and values left unread. */
  @Test
  @SuppressWarnings("unchecked")
  void reducersAreCalledAsHadoopCallsThem() throws Exception {
    job.setMapOutputKeyClass(DoubleWritable.class);
    CopyPlan plan = plan(1);
    Spool spool = new Spool(job, "spool");
    double[] keys = {1, 1, 1, 2, Double.NaN, Double.NaN, 3, 3};
    SegmentMaker.Made made = SegmentMaker.doubles(job, keys);
    Segment segment =
        spool.append(new ByteArrayInputStream(made.bytes), made.bytes.length, made.rawLength);
    spool.flush();
    plan.copied(0, 0, segment);
    plan.copied(0, 1, null);
    plan.copied(0, 2, null);
    Counters.Counter none = new Counters().findCounter("test", "none");
    GroupMerger<Object, Object> merger =
        new GroupMerger<>(job, new EvenkeelMerge<>(job, () -> {}, none), 1 << 20);
    GroupSorter sorter = new GroupSorter(plan, merger, new Timeline(GROUPS), Clock.SYSTEM, false);
    sorter.start();
    GroupIterator pairs = new GroupIterator(sorter, listener(), Clock.SYSTEM);
    Counters.Counter read = new Counters().findCounter("test", "read");
    RawComparator<DoubleWritable> grouping =
        (RawComparator<DoubleWritable>) job.getOutputValueGroupingComparator();
    OldValues<DoubleWritable, IntWritable> values =
        new OldValues<>(
            pairs,
            new GroupBoundary<>(grouping, pairs),
            DoubleWritable.class,
            IntWritable.class,
            job,
            read);
    List<String> calls = new ArrayList<>();
    while (values.more()) {
      calls.add(values.key() + "=" + values.next());
      values.nextKey();
    }
    assertEquals(Arrays.asList("1.0=0", "2.0=3", "NaN=4", "NaN=5", "3.0=6"), calls);
    assertEquals(5, read.getValue(), "only values read are counted");
    merger.close();
  }

  @Test
  void compressedOutputIsReadFromMemoryAndFromDisk() throws Exception {
    job.setCompressMapOutput(true);
    job.setMapOutputCompressorClass(DefaultCodec.class);
    codec = new DefaultCodec();
    ((DefaultCodec) codec).setConf(job);
    assertEquals(expected(5, false), run(5, 1 << 20, false));
    job.setInt("io.sort.factor", 3);
    assertEquals(expected(7, false), run(7, 10_000, false));
  }

  @Test
  void aFlippedBitIsFoundAndTheRestIsKept() throws Exception {
    byte[] stream = stream(2);
    stream[2000] ^= 1;
    CopyPlan plan = plan(2);
    assertEquals(Arrays.asList(0), read(stream, plan, 2));
    assertTrue(plan.awaitGroup(1, 1) && plan.awaitGroup(2, 1));
    assertTrue(!plan.awaitGroup(0, 1));
  }

  @Test
  void aCutStreamKeepsWhatWasWhole() throws Exception {
    byte[] stream = stream(2);
    CopyPlan plan = plan(2);
    CopyBatch both = plan.tryNext();
    byte[] cut = Arrays.copyOf(stream, stream.length - 10);
    assertThrows(IOException.class, () -> read(cut, plan, 2));
    plan.done(both, true);
    assertTrue(!plan.awaitGroup(0, 1), "the second map's mark is missing");
    CopyBatch rest = plan.tryNext();
    assertEquals(Arrays.asList("a1"), rest.attempts());
    CopyPlan other = plan(2);
    byte[] endless = Arrays.copyOf(stream, stream.length - 1);
    assertThrows(IOException.class, () -> read(endless, other, 2));
    assertTrue(other.awaitGroup(0, 1) && other.awaitGroup(2, 1), "both maps were whole");
  }

  @Test
  void whatAnswersAnotherRequestIsRefused() throws Exception {
    byte[] otherRequest = new byte[20];
    otherRequest[7] = 1;
    CopyPlan plan = plan(2);
    byte[] stream = stream(2);
    assertThrows(IOException.class, () -> read(stream, otherRequest, plan, 2));
    int half = (stream.length - 3) / 2;
    byte[] swapped = stream.clone();
    System.arraycopy(stream, 0, swapped, half, half);
    assertThrows(IOException.class, () -> read(swapped, plan, 2), "the first map's groups twice");
    assertTrue(!plan.awaitGroup(0, 1));
  }

  @Test
  void aLengthThatMakesNoSenseIsTheSendersFault() throws Exception {
    byte[] huge = new ByteWriter().u8(0).varint(SLOTS + GROUPS).varint(9).varint(1L << 60).bytes();
    IOException e = assertThrows(IOException.class, () -> read(huge, plan(1), 1));
    assertTrue(!(e instanceof SpoolException) && e.getMessage().contains("garbage"), e::toString);
  }

  private static byte[] refusal(int status, int entries) {
    byte[] mark = new MapMark(KEY, HASH, 0).add(status).add(entries).end();
    return new ByteWriter().u8(status).varint(entries).raw(mark).ascii("EKE").bytes();
  }

  @Test
  void aMapWithoutGroupsFailsTheTask() throws Exception {
    CopyPlan plan = plan(1);
    byte[] wrong = refusal(2, SLOTS);
    Exception e = assertThrows(WrongOutputException.class, () -> read(wrong, plan, 1));
    assertTrue(e.getMessage().contains("m_000000_0") && e.getMessage().contains("tracker:50060"));
  }

  @Test
  void aLostMapIsTold() throws Exception {
    CopyPlan plan = plan(1);
    byte[] lost = refusal(1, 0);
    assertEquals(Arrays.asList(0), read(lost, plan, 1));
  }
}
