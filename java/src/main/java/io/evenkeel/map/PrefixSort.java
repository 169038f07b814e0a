package io.evenkeel.map;

import java.io.IOException;
import java.util.Arrays;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.hadoop.mapred.EvenkeelSpills;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.IndexedSorter;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.QuickSort;

/**
 * Sorts a map's pairs in less time than comparing them two by two takes: into their partitions by
 * counting, in each by the first bytes of the keys, then by the bytes after those that keys share.
 * Keys that are not ordered by their bytes are compared, partition by partition, by Hadoop's own
 * sort, and so are keys that differ only far behind. Hadoop takes the class from {@code
 * map.sort.class}.
 *
 * <p>Each pair is one number while it is sorted: some bytes of its key, how many of them the key
 * has, and the pair. They are read in the order in which the map wrote them; a key that ends with
 * them is not looked at again. That takes eight bytes a pair, kept for the next spill, and as many
 * while they are sorted; where the heap has less left, Hadoop sorts.
 */
public final class PrefixSort implements IndexedSorter {
  private static final Log LOG = LogFactory.getLog(PrefixSort.class);
  private static final String SORTER = "map.sort.class";

  /** Bits for the number of bytes that a key has. */
  private static final int LENGTH_BITS = 3;

  /** Bytes of a key in a number, if it has room for them beside the pair. */
  private static final int WIDE = 5;

  /** Bytes of a key in a number otherwise. */
  private static final int NARROW = 4;

  /** How often the next bytes are looked at before Hadoop sorts. */
  private static final int DEEPEST = 16;

  /** After how many pairs the task says that it lives. */
  private static final int PACE = 1 << 16;

  private final IndexedSorter quick = new QuickSort();
  private long[] numbers = new long[0];

  /** Makes it the sort of a task, unless its job has named another one than Hadoop's default. */
  static void install(JobConf job) {
    if (QuickSort.class.getName().equals(job.get(SORTER, QuickSort.class.getName()))) {
      job.set(SORTER, PrefixSort.class.getName());
    }
  }

  /** Takes that back: whoever reads the task's configuration later finds what the job has. */
  static void uninstall(JobConf job) {
    if (PrefixSort.class.getName().equals(job.get(SORTER))) {
      job.set(SORTER, QuickSort.class.getName());
    }
  }

  @Override
  public void sort(IndexedSortable sortable, int from, int to) {
    sort(sortable, from, to, null);
  }

  @Override
  public void sort(IndexedSortable sortable, int from, int to, Progressable progress) {
    SpillRecords records = SpillRecords.of(sortable);
    if (records != null && records.hasSpilled()) {
      mergeToo(sortable);
    }
    if (records == null || records.room() > 1 << pairBits(NARROW) || !hasRoom(to - from)) {
      quick.sort(sortable, from, to, progress);
      return;
    }
    try {
      sort(records, from, to, progress);
    } catch (OutOfMemoryError e) {
      quick.sort(sortable, from, to, progress);
    }
  }

  /**
   * Hadoop shows its buffer to nobody but its sort, so this is also where its merge is replaced.
   */
  private static void mergeToo(IndexedSortable buffer) {
    try {
      EvenkeelSpills.install(buffer);
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.info("Evenkeel: Hadoop merges this map's spills: " + e.getMessage());
    }
  }

  /**
   * Room for the numbers if they are too many for the array, for their sort, and as much to spare.
   */
  private boolean hasRoom(int pairs) {
    Runtime heap = Runtime.getRuntime();
    long left = heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
    int arrays = pairs > numbers.length ? 3 : 1;
    return arrays * (long) pairs * Long.SIZE / Byte.SIZE <= left;
  }

  /** Bits that are left for a pair's number. */
  private static int pairBits(int width) {
    return Long.SIZE - Byte.SIZE * width - LENGTH_BITS;
  }

  /** Sorts; whatever it throws, each pair is there once. */
  void sort(SpillRecords records, int from, int to, Progressable progress) {
    if (to - from > numbers.length) {
      numbers = new long[0]; // the old array may go before the new one comes
      numbers = new long[to - from];
    }
    int width = records.room() <= 1 << pairBits(WIDE) ? WIDE : NARROW;
    int[] ends = byPartition(records, from, to, width);
    put(records, from, to, from, width);
    int start = from;
    int told = from;
    for (int end : ends) {
      if (records.order == null) {
        compare(records.sortable, start, end, progress);
      } else if (end - start > 1) {
        byPrefix(records, start, end, from, 0, width, DEEPEST);
      }
      if (progress != null && end - told >= PACE) {
        progress.progress();
        told = end;
      }
      start = end;
    }
  }

  /** Writes the number of each pair to its partition's place; where each partition ends. */
  private int[] byPartition(SpillRecords records, int from, int to, int width) {
    int[] ends = new int[records.partitions];
    for (int i = from; i < to; i++) {
      ends[records.partition(records.get(i))]++;
    }
    int sum = 0;
    for (int p = 0; p < ends.length; p++) {
      int count = ends[p];
      ends[p] = sum;
      sum += count;
    }
    boolean bytes = records.order != null;
    for (int i = from; i < to; i++) {
      int pair = records.get(i);
      int partition = records.partition(pair);
      numbers[ends[partition]++] = bytes ? number(records, pair, 0, width) : pair;
    }
    for (int p = 0; p < ends.length; p++) {
      ends[p] += from;
    }
    return ends;
  }

  /** Bytes of the key from {@code skip} on, how many of them it has, the pair. */
  private static long number(SpillRecords records, int pair, int skip, int width) {
    int start = records.keyStart(pair);
    int end = records.keyEnd(pair);
    long prefix = records.order.prefix(records.bytes, start, end, skip, width);
    long has = Math.min(end - start - skip, width + 1);
    return prefix | has << pairBits(width) | pair;
  }

  /**
   * Sorts pairs of one partition by their numbers, then those that no number tells apart by the
   * bytes behind.
   *
   * @param base the index whose number comes first
   * @param skip the bytes of a key before those in its number
   * @param deeper how often this may go on
   */
  private void byPrefix(
      SpillRecords records, int from, int to, int base, int skip, int width, int deeper) {
    Arrays.sort(numbers, from - base, to - base);
    put(records, from, to, base, width);
    int bits = pairBits(width);
    for (int start = from; start < to; ) {
      long key = numbers[start - base] >> bits;
      int end = start + 1;
      while (end < to && numbers[end - base] >> bits == key) {
        end++;
      }
      boolean goesOn = (key & (1 << LENGTH_BITS) - 1) > width;
      if (end - start > 1 && goesOn) {
        further(records, start, end, base, skip + width, deeper);
      }
      start = end;
    }
  }

  /** Sorts pairs whose keys are equal up to {@code skip}, and go on. */
  private void further(SpillRecords records, int from, int to, int base, int skip, int deeper) {
    int shared = shared(records, from, to, skip);
    if (shared < 0) {
      return;
    }
    if (deeper == 0) {
      quick.sort(records.sortable, from, to);
      return;
    }
    for (int i = from; i < to; i++) {
      numbers[i - base] = number(records, records.get(i), shared, NARROW);
    }
    byPrefix(records, from, to, base, shared, NARROW, deeper - 1);
  }

  private void put(SpillRecords records, int from, int to, int base, int width) {
    int mask = (1 << pairBits(width)) - 1;
    for (int i = from; i < to; i++) {
      records.put(i, (int) numbers[i - base] & mask);
    }
  }

  private void compare(IndexedSortable sortable, int from, int to, Progressable progress) {
    for (int i = from + 1; i < to; i++) {
      if (sortable.compare(from, i) != 0) {
        quick.sort(sortable, from, to, progress);
        return;
      }
    }
  }

  /** How many bytes all keys begin with, {@code known} at least, or -1 if the keys are equal. */
  private static int shared(SpillRecords records, int from, int to, int known) {
    byte[] bytes = records.bytes;
    int first = records.get(from);
    int start = records.keyStart(first);
    int length = records.keyEnd(first) - start;
    int shared = length;
    boolean equal = true;
    for (int i = from + 1; i < to && (equal || shared > known); i++) {
      int pair = records.get(i);
      int at = records.keyStart(pair);
      int longest = records.keyEnd(pair) - at;
      int most = Math.min(shared, longest);
      shared = known;
      while (shared < most && bytes[start + shared] == bytes[at + shared]) {
        shared++;
      }
      equal &= longest == length && shared == length;
    }
    return equal ? -1 : shared;
  }
}
