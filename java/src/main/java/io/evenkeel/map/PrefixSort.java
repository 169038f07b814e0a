package io.evenkeel.map;

import java.util.Arrays;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.IndexedSorter;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.QuickSort;

/**
 * Sorts a map's pairs in less time than comparing them two by two takes: into their partitions by
 * counting, in each by the first bytes of the keys, then by the bytes after those that keys share.
 * Keys whose comparator does not go by bytes are compared, partition by partition, by Hadoop's own
 * sort. The order is the one that Hadoop's sort makes. Hadoop takes the class from {@code
 * map.sort.class}.
 *
 * <p>Each pair is one number while it is sorted: some bytes of its key, how many of them the key
 * has, and the pair. Bytes are read in the order in which the map wrote them, once; what keys are
 * equal up to their end is never looked at again. That takes eight bytes a pair; where the heap has
 * not twice as much left, Hadoop sorts.
 */
public final class PrefixSort implements IndexedSorter {
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

  /** Makes it the sort of a task, unless its job has named another one. */
  static void install(JobConf job) {
    if (QuickSort.class.getName().equals(job.get(SORTER, QuickSort.class.getName()))) {
      job.set(SORTER, PrefixSort.class.getName());
    }
  }

  @Override
  public void sort(IndexedSortable sortable, int from, int to) {
    sort(sortable, from, to, null);
  }

  @Override
  public void sort(IndexedSortable sortable, int from, int to, Progressable progress) {
    SpillRecords records = SpillRecords.of(sortable);
    if (records == null || records.room() > 1 << pairBits(NARROW) || !hasRoom(to - from)) {
      quick.sort(sortable, from, to, progress);
    } else {
      sort(records, from, to, progress);
    }
  }

  private boolean hasRoom(int pairs) {
    if (pairs > numbers.length) {
      Runtime heap = Runtime.getRuntime();
      long left = heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
      if (2L * pairs * Long.SIZE / Byte.SIZE > left) {
        return false;
      }
      numbers = new long[pairs];
    }
    return true;
  }

  /** Bits that are left for a pair's number. */
  private static int pairBits(int width) {
    return Long.SIZE - Byte.SIZE * width - LENGTH_BITS;
  }

  void sort(SpillRecords records, int from, int to, Progressable progress) {
    hasRoom(to - from);
    KeyBytes order = KeyBytes.of(records.comparator);
    int width = records.room() <= 1 << pairBits(WIDE) ? WIDE : NARROW;
    int[] ends = byPartition(records, order, from, to, width);
    int start = from;
    int told = from;
    for (int end : ends) {
      if (order == null) {
        put(records, start, end, from, width);
        compare(records.sortable, start, end, progress);
      } else {
        byPrefix(records, order, start, end, from, 0, width, DEEPEST);
      }
      if (progress != null && end - told >= PACE) {
        progress.progress();
        told = end;
      }
      start = end;
    }
  }

  /** Writes the number of each pair to its partition's place; where each partition ends. */
  private int[] byPartition(SpillRecords records, KeyBytes order, int from, int to, int width) {
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
    for (int i = from; i < to; i++) {
      int pair = records.get(i);
      int partition = records.partition(pair);
      numbers[ends[partition]++] = order == null ? pair : number(records, order, pair, 0, width);
    }
    for (int p = 0; p < ends.length; p++) {
      ends[p] += from;
    }
    return ends;
  }

  /** Bytes of the key from {@code skip} on, how many of them it has, the pair. */
  private static long number(SpillRecords records, KeyBytes order, int pair, int skip, int width) {
    byte[] bytes = records.bytes;
    int start = records.keyStart(pair);
    int end = records.keyEnd(pair);
    start += order.header(bytes[start]);
    long has = Math.min(end - start - skip, width + 1);
    return order.prefix(bytes, start, end, skip, width) | has << pairBits(width) | pair;
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
      SpillRecords records,
      KeyBytes order,
      int from,
      int to,
      int base,
      int skip,
      int width,
      int deeper) {
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
        further(records, order, start, end, base, skip + width, deeper);
      }
      start = end;
    }
  }

  /** Sorts pairs whose keys are equal up to {@code skip}, and go on. */
  private void further(
      SpillRecords records, KeyBytes order, int from, int to, int base, int skip, int deeper) {
    int shared = shared(records, order, from, to, skip);
    if (shared < 0) {
      return;
    }
    if (deeper == 0) {
      quick.sort(records.sortable, from, to);
      return;
    }
    for (int i = from; i < to; i++) {
      numbers[i - base] = number(records, order, records.get(i), shared, NARROW);
    }
    byPrefix(records, order, from, to, base, shared, NARROW, deeper - 1);
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
  private static int shared(SpillRecords records, KeyBytes order, int from, int to, int known) {
    byte[] bytes = records.bytes;
    int first = records.get(from);
    int start = records.keyStart(first);
    start += order.header(bytes[start]);
    int length = records.keyEnd(first) - start;
    int shared = length;
    boolean equal = true;
    for (int i = from + 1; i < to && (equal || shared > known); i++) {
      int pair = records.get(i);
      int at = records.keyStart(pair);
      at += order.header(bytes[at]);
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
