package io.evenkeel.map;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.QuickSort;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one pair costs in the sort of a map's spill. The compiler is the one that tasks run with. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgs = "-XX:TieredStopAtLevel=1")
public class SortBench {
  private static final int PAIRS = 1 << 20;
  private static final int FIELDS = 3;

  /** Words of a Zipf distribution, long names of documents, or bins of ratings. */
  @Param({"zipf", "names", "bins"})
  public String keys;

  /** Of 15 reducers, or of 15 and their groups. */
  @Param({"15", "1039"})
  public int partitions;

  private final int[] unsorted = new int[PAIRS];
  private final int[] ring = new int[PAIRS];
  private final int[] places = new int[FIELDS * PAIRS];
  private final DataOutputBuffer bytes = new DataOutputBuffer();
  private WritableComparator comparator;
  private KeyBytes order;

  /** Fills the buffer as a map does. */
  @Setup(Level.Trial)
  public void fill() throws IOException {
    Random random = new Random(3);
    Class<?> type = key(random).getClass();
    comparator = WritableComparator.get(type.asSubclass(WritableComparable.class));
    order = KeyBytes.of(type, comparator);
    for (int i = 0; i < PAIRS; i++) {
      WritableComparable<?> key = key(random);
      int offset = FIELDS * i;
      unsorted[i] = offset;
      places[offset] = GroupHash.spread(key.hashCode(), partitions);
      places[offset + 1] = bytes.getLength();
      key.write(bytes);
      places[offset + 2] = bytes.getLength();
      bytes.writeInt(1);
    }
  }

  private WritableComparable<?> key(Random random) {
    int rank = (int) Math.exp(random.nextDouble() * Math.log(100_000));
    switch (keys) {
      case "zipf":
        return new Text(Integer.toString(rank * 0x9E3779B9, Character.MAX_RADIX));
      case "names":
        return new Text("http://www.example.org/documents/" + rank % 600);
      default:
        return new FloatWritable(1 + Math.round(random.nextGaussian() * 7 + 44) * 0.05f);
    }
  }

  /** Hadoop's sort. */
  @Benchmark
  @OperationsPerInvocation(PAIRS)
  public int[] quick() {
    System.arraycopy(unsorted, 0, ring, 0, PAIRS);
    new QuickSort().sort(new Buffer(), 0, PAIRS);
    return ring;
  }

  /** Ours. */
  @Benchmark
  @OperationsPerInvocation(PAIRS)
  public int[] prefix() {
    System.arraycopy(unsorted, 0, ring, 0, PAIRS);
    SpillRecords records =
        new SpillRecords(new Buffer(), partitions, ring, places, bytes.getData(), order);
    new PrefixSort().sort(records, 0, PAIRS, null);
    return ring;
  }

  /** Compares and swaps as the buffer of Hadoop 1.0.4 has to: partition first, then key. */
  private final class Buffer implements IndexedSortable {
    @Override
    public int compare(int i, int j) {
      int one = ring[i % PAIRS];
      int other = ring[j % PAIRS];
      if (places[one] != places[other]) {
        return places[one] - places[other];
      }
      byte[] data = bytes.getData();
      int start = places[one + 1];
      int start2 = places[other + 1];
      return comparator.compare(
          data, start, places[one + 2] - start, data, start2, places[other + 2] - start2);
    }

    @Override
    public void swap(int i, int j) {
      int kept = ring[i % PAIRS];
      ring[i % PAIRS] = ring[j % PAIRS];
      ring[j % PAIRS] = kept;
    }
  }
}
