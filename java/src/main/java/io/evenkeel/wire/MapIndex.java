package io.evenkeel.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The index of one map's output: where each partition starts, how long it is. Read by the map that
 * wrote it and by the TaskTracker that serves it, without Hadoop's reader, which parses all of
 * Hadoop's settings first to learn who owns a file.
 */
public final class MapIndex {
  private static final int ENTRY_BYTES = 24;
  private static final int MAX_ENTRIES = 1 << 18;

  private final long[] entries;

  private MapIndex(long[] entries) {
    this.entries = entries;
  }

  /** Reads an index file: three longs an entry, then their CRC-32. */
  public static MapIndex read(FileInputStream file) throws IOException {
    long length = file.getChannel().size();
    long count = length / ENTRY_BYTES;
    if (count > MAX_ENTRIES || length != count * ENTRY_BYTES + 8) {
      throw new IOException("an index file of " + length + " bytes");
    }
    byte[] raw = new byte[(int) length];
    try {
      new DataInputStream(file).readFully(raw);
    } catch (EOFException e) {
      throw new IOException("the index file became shorter", e);
    }
    CRC32 crc = new CRC32();
    crc.update(raw, 0, raw.length - 8);
    long[] entries = new long[(int) count * 3];
    ByteBuffer buffer = ByteBuffer.wrap(raw);
    buffer.asLongBuffer().get(entries);
    if (buffer.getLong(raw.length - 8) != crc.getValue()) {
      throw new IOException("the index file's checksum is wrong");
    }
    return new MapIndex(entries);
  }

  /** How many partitions there are. */
  public int size() {
    return entries.length / 3;
  }

  /** Whether it has n groups behind m partitions that are empty, as a late-bound map leaves it. */
  public boolean isLateBound(int slots, int groups) {
    if (size() != slots + groups) {
      return false;
    }
    for (int i = 0; i < slots; i++) {
      if (rawLength(i) > GroupsRequest.EMPTY) {
        return false;
      }
    }
    return true;
  }

  /**
   * How many of the groups from place {@code from} on, one after the other, have no pairs and the
   * same length in the file.
   */
  public int alikeAndEmpty(int slots, int[] groups, int from) {
    long length = partLength(slots + groups[from]);
    int at = from;
    while (at < groups.length
        && rawLength(slots + groups[at]) <= GroupsRequest.EMPTY
        && partLength(slots + groups[at]) == length) {
      at++;
    }
    return at - from;
  }

  /** Where a partition starts in the file. */
  public long start(int partition) {
    return entries[3 * partition];
  }

  /** Bytes of a partition before compression, without its checksum. */
  public long rawLength(int partition) {
    return entries[3 * partition + 1];
  }

  /** Bytes of a partition in the file. */
  public long partLength(int partition) {
    return entries[3 * partition + 2];
  }

  /** Bytes of each partition from {@code first} on; 0 where there is no pair. */
  public long[] lengths(int first) {
    long[] lengths = new long[size() - first];
    for (int i = 0; i < lengths.length; i++) {
      int partition = first + i;
      lengths[i] = rawLength(partition) <= GroupsRequest.EMPTY ? 0 : partLength(partition);
    }
    return lengths;
  }

  /** Where the last partition ends; past every file if an entry makes no sense. */
  public long end() {
    long end = 0;
    for (int p = 0; p < size(); p++) {
      boolean sense = start(p) >= 0 && partLength(p) >= 0 && start(p) + partLength(p) >= 0;
      end = Math.max(end, sense ? start(p) + partLength(p) : Long.MAX_VALUE);
    }
    return end;
  }

  /** About what it takes of the heap. */
  public int bytes() {
    return 8 * entries.length + 64;
  }
}
