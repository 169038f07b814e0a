package io.evenkeel.map;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.HeapSort;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.QuickSort;
import org.junit.jupiter.api.Test;

/** Pairs in a ring as Hadoop keeps them, sorted by us and, for comparison, by Hadoop. */
class PrefixSortTest {
  /** Used again and again, as in a map of several spills. */
  private static final PrefixSort SORT = new PrefixSort();

  private static final int[] EDGES = {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE};

  private final Random random = new Random(4711);

  /** A ring of offsets with pairs from a start on, which may run over its end. */
  private static final class Ring implements IndexedSortable {
    private final Class<?> key;
    private final WritableComparator comparator;
    private final int partitions;
    private final int from;
    private final int to;
    private final int[] ring;
    private final int[] places;
    private final DataOutputBuffer bytes = new DataOutputBuffer();
    private int compared;

    Ring(
        List<? extends WritableComparable<?>> keys,
        int[] partition,
        int partitions,
        int from,
        int room)
        throws IOException {
      key = keys.get(0).getClass();
      comparator =
          WritableComparator.get(keys.get(0).getClass().asSubclass(WritableComparable.class));
      this.partitions = partitions;
      this.from = from;
      to = from + keys.size();
      ring = new int[Math.max(Math.max(keys.size(), from) + 1, room)];
      places = new int[3 * ring.length];
      for (int i = 0; i < keys.size(); i++) {
        int offset = 3 * ((from + i) % ring.length);
        ring[(from + i) % ring.length] = offset;
        places[offset] = partition[i];
        places[offset + 1] = bytes.getLength();
        keys.get(i).write(bytes);
        places[offset + 2] = bytes.getLength();
        bytes.write(i);
      }
    }

    SpillRecords records() {
      return new SpillRecords(
          this, partitions, ring, places, bytes.getData(), KeyBytes.of(key, comparator));
    }

    @Override
    public int compare(int i, int j) {
      compared++;
      int one = ring[i % ring.length];
      int other = ring[j % ring.length];
      return places[one] != places[other]
          ? places[one] - places[other]
          : comparator.compare(
              bytes.getData(),
              places[one + 1],
              places[one + 2] - places[one + 1],
              bytes.getData(),
              places[other + 1],
              places[other + 2] - places[other + 1]);
    }

    @Override
    public void swap(int i, int j) {
      int kept = ring[i % ring.length];
      ring[i % ring.length] = ring[j % ring.length];
      ring[j % ring.length] = kept;
    }

    int[] offsets() {
      int[] out = new int[to - from];
      for (int i = 0; i < out.length; i++) {
        out[i] = ring[(from + i) % ring.length];
      }
      Arrays.sort(out);
      return out;
    }

    void check() {
      int[] before = offsets();
      SORT.sort(records(), from, to, null);
      assertArrayEquals(before, offsets(), "each pair once");
      for (int i = from + 1; i < to; i++) {
        assertTrue(compare(i - 1, i) <= 0, "pair " + i);
      }
    }
  }

  private Ring ring(List<? extends WritableComparable<?>> keys) throws IOException {
    int partitions = 1 + random.nextInt(5);
    int[] partition = new int[keys.size()];
    for (int i = 0; i < partition.length; i++) {
      partition[i] = random.nextInt(partitions);
    }
    return new Ring(keys, partition, partitions + 2, random.nextInt(2 * keys.size()), 0);
  }

  /** Few different bytes, zeros and the sign among them, and long shared beginnings. */
  private byte[] bytes() {
    byte[] out = new byte[random.nextInt(4) == 0 ? 40 + random.nextInt(200) : random.nextInt(9)];
    for (int i = Math.min(out.length, random.nextInt(60)); i < out.length; i++) {
      out[i] = new byte[] {0, 1, 'a', 127, -128, -1}[random.nextInt(6)];
    }
    return out;
  }

  private int number() {
    return random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : random.nextInt();
  }

  @Test
  void ordersAsHadoopDoes() throws IOException {
    for (int round = 0; round < 400; round++) {
      int size = 1 + random.nextInt(300);
      List<WritableComparable<?>> keys = new ArrayList<>();
      int type = round % 5;
      for (int i = 0; i < size; i++) {
        switch (type) {
          case 0:
            Text text = new Text();
            text.set(bytes());
            keys.add(text);
            break;
          case 1:
            keys.add(new BytesWritable(bytes()));
            break;
          case 2:
            keys.add(new IntWritable(number()));
            break;
          case 3:
            keys.add(new LongWritable((long) number() << 32 ^ number()));
            break;
          default:
            keys.add(new FloatWritable(random.nextInt(20) - 10));
            break;
        }
      }
      ring(keys).check();
    }
  }

  @Test
  void nestedBeginningsEndInHadoopsSort() throws IOException {
    List<Text> keys = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 120; i++) {
      keys.add(new Text(text.toString()));
      keys.add(new Text(text + "b"));
      text.append("aaaa");
    }
    ring(keys).check();
  }

  @Test
  void equalKeysAndWordsNeedNoComparing() throws IOException {
    List<Text> keys = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      keys.add(new Text(i % 2 == 0 ? "http://the.same/key" : "http://the.same/" + i));
    }
    Ring ring = ring(keys);
    new PrefixSort().sort(ring.records(), ring.from, ring.to, null);
    assertEquals(0, ring.compared);
    ring.check();
  }

  @Test
  void aRingOfManyPairsLeavesLessRoomForBytes() throws IOException {
    int room = (1 << 21) + 1;
    List<Text> keys = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      keys.add(new Text(Integer.toString(random.nextInt(1_000_000))));
    }
    new Ring(keys, new int[keys.size()], 1, room - 1000, room).check();
  }

  @Test
  void tellsThatTheTaskLives() throws IOException {
    List<WritableComparable<?>> keys = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      keys.add(new IntWritable(random.nextInt()));
    }
    int[] told = {0};
    Ring ring = ring(keys);
    new PrefixSort().sort(ring.records(), ring.from, ring.to, () -> told[0]++);
    assertTrue(told[0] > 0);
  }

  @Test
  void aComparatorOfOtherKeysIsAsked() {
    WritableComparator texts = WritableComparator.get(Text.class);
    assertEquals(KeyBytes.TEXT, KeyBytes.of(Text.class, texts));
    assertNull(KeyBytes.of(IntWritable.class, texts));
    assertNull(KeyBytes.of(LongWritable.class, new LongWritable.DecreasingComparator()));
  }

  @Test
  void whatIsNoBufferOfHadoopsIsSortedByHadoop() throws IOException {
    List<Text> keys = Arrays.asList(new Text("b"), new Text("a"), new Text("c"));
    Ring ring = new Ring(keys, new int[3], 1, 0, 0);
    assertNull(SpillRecords.of(ring));
    new PrefixSort().sort(ring, 0, 3);
    assertTrue(ring.compare(0, 1) < 0 && ring.compare(1, 2) < 0);
  }

  @Test
  void aSortOfTheJobsOwnIsKept() {
    JobConf job = new JobConf();
    PrefixSort.install(job);
    assertEquals(PrefixSort.class.getName(), job.get("map.sort.class"));
    PrefixSort.uninstall(job);
    assertEquals(QuickSort.class.getName(), job.get("map.sort.class"));
    job.set("map.sort.class", HeapSort.class.getName());
    PrefixSort.install(job);
    PrefixSort.uninstall(job);
    assertEquals(HeapSort.class.getName(), job.get("map.sort.class"));
    job.set("map.sort.class", QuickSort.class.getName());
    PrefixSort.install(job);
    assertEquals(PrefixSort.class.getName(), job.get("map.sort.class"));
  }
}
