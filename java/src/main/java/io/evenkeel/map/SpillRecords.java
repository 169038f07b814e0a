package io.evenkeel.map;

import java.io.IOException;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.EvenkeelTaskAccess;
import org.apache.hadoop.util.IndexedSortable;

/**
 * The pairs of a map's output buffer, as Hadoop 1.0.4 keeps them: a ring of offsets, which a sort
 * puts in order, each the place of three numbers: the pair's partition, and where its key and its
 * value begin. The fields are private there, so they are read by name, once a spill; a buffer that
 * is built in another way has no such view.
 */
final class SpillRecords {
  private static final String BUFFER = "org.apache.hadoop.mapred.MapTask$MapOutputBuffer";
  private static final int KEY = 1;
  private static final int VALUE = 2;
  private static final int FIELDS = 3;

  /** What is sorted. */
  final IndexedSortable sortable;

  /** The number of partitions. */
  final int partitions;

  /** The buffer. */
  final byte[] bytes;

  /** The order of keys within a partition, or null if it is not that of their bytes. */
  final KeyBytes order;

  private final int[] ring;
  private final int[] places;

  SpillRecords(
      IndexedSortable sortable,
      int partitions,
      int[] ring,
      int[] places,
      byte[] bytes,
      KeyBytes order) {
    this.sortable = sortable;
    this.partitions = partitions;
    this.ring = ring;
    this.places = places;
    this.bytes = bytes;
    this.order = order;
  }

  /** The view of a map's output buffer, or null if this is none that we know. */
  static SpillRecords of(IndexedSortable sortable) {
    if (!sortable.getClass().getName().equals(BUFFER)) {
      return null;
    }
    try {
      boolean known =
          number(sortable, "PARTITION") == 0
              && number(sortable, "KEYSTART") == KEY
              && number(sortable, "VALSTART") == VALUE
              && number(sortable, "ACCTSIZE") == FIELDS;
      return !known
          ? null
          : new SpillRecords(
              sortable,
              number(sortable, "partitions"),
              (int[]) field(sortable, "kvoffsets"),
              (int[]) field(sortable, "kvindices"),
              (byte[]) field(sortable, "kvbuffer"),
              KeyBytes.of(
                  (Class<?>) field(sortable, "keyClass"),
                  (RawComparator<?>) field(sortable, "comparator")));
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /** Whether there is a spill already, with which this one will have to be merged. */
  boolean hasSpilled() {
    try {
      return number(sortable, "numSpills") > 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static int number(Object buffer, String name) throws IOException {
    return (Integer) field(buffer, name);
  }

  private static Object field(Object buffer, String name) throws IOException {
    return EvenkeelTaskAccess.field(buffer.getClass(), name, buffer);
  }

  private int at(int index) {
    return index < ring.length ? index : index - ring.length;
  }

  /** How many pairs the ring has room for. */
  int room() {
    return ring.length;
  }

  /** The number of the pair at an index, which may run once round the ring. */
  int get(int index) {
    return ring[at(index)] / FIELDS;
  }

  /** Puts a pair, by its number, at an index. */
  void put(int index, int pair) {
    ring[at(index)] = pair * FIELDS;
  }

  /** The partition of a pair. */
  int partition(int pair) {
    return places[pair * FIELDS];
  }

  /** Where those bytes of its key begin by which it is ordered, behind the header. */
  int keyStart(int pair) {
    int start = places[pair * FIELDS + KEY];
    return start + order.header(bytes[start]);
  }

  /** Where its key ends. */
  int keyEnd(int pair) {
    return places[pair * FIELDS + VALUE];
  }
}
