package io.evenkeel.pairs;

import java.io.EOFException;
import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.ChecksumException;

/**
 * A sorted sequence of pairs, read one by one: a segment as a map wrote it, in memory or, through a
 * window, on disk.
 */
public final class Run {
  /** Where lengths stand for the end. */
  static final int END = -1;

  /** The two lengths before a pair take no more bytes. */
  static final int LENGTHS = 10;

  /** Bytes of a checksum, behind a segment. */
  static final int CHECKSUM = 4;

  /** The current pair, valid until the next one is read. */
  byte[] data;

  int keyStart;
  int keyLength;
  int valueStart;
  int valueLength;

  /** How often what {@link #data} held gave way to other bytes. */
  int refilled;

  private int position;
  private int limit;
  private final LocalFile file;
  private final int window;
  private long offset;
  private long left;
  private final CRC32 crc = new CRC32();

  /** All pairs are in the first {@code length} bytes of an array, which have been checked. */
  public Run(byte[] pairs, int length) {
    data = pairs;
    limit = length;
    file = null;
    window = 0;
  }

  /** A segment of a file, its checksum behind it; {@code window} bytes of it are in memory. */
  public Run(LocalFile file, Segment segment, int window) {
    this.file = file;
    this.window = Math.max(window, LENGTHS);
    this.offset = segment.offset;
    this.left = segment.partLength - CHECKSUM;
    this.data = new byte[this.window];
  }

  /** Goes to the next pair; false if there is none. */
  public boolean next() throws IOException {
    if (limit - position < LENGTHS) {
      fill(LENGTHS);
    }
    keyLength = length();
    valueLength = length();
    if (keyLength == END && valueLength == END) {
      check();
      return false;
    }
    if (keyLength < 0 || valueLength < 0 || keyLength + valueLength < 0) {
      throw new IOException("a pair of " + keyLength + " and " + valueLength + " bytes");
    }
    int both = keyLength + valueLength;
    if (both > limit - position + left) {
      throw new EOFException("the pairs end within one of " + both + " bytes");
    }
    if (limit - position < both) {
      fill(both);
    }
    keyStart = position;
    valueStart = position + keyLength;
    position += both;
    return true;
  }

  /** Whether its key has these very bytes. */
  boolean hasKey(byte[] bytes, int start, int length) {
    if (length != keyLength) {
      return false;
    }
    // Neighbours begin alike.
    for (int i = length - 1; i >= 0; i--) {
      if (data[keyStart + i] != bytes[start + i]) {
        return false;
      }
    }
    return true;
  }

  /** A number as Hadoop writes it: small ones in one byte, others behind a byte with their size. */
  private int length() throws IOException {
    int first = read();
    if (first >= -112) {
      return first;
    }
    boolean negative = first < -120;
    long value = 0;
    for (int i = negative ? first + 120 : first + 112; i < 0; i++) {
      value = value << Byte.SIZE | read() & 0xff;
    }
    value = negative ? ~value : value;
    if (value != (int) value) {
      throw new IOException("a length of " + value);
    }
    return (int) value;
  }

  private byte read() throws IOException {
    if (position == limit) {
      throw new EOFException("the pairs end without their end mark");
    }
    return data[position++];
  }

  /** Brings as much as a window has room for; for a pair that is larger, that pair. */
  private void fill(int least) throws IOException {
    if (left == 0) {
      return;
    }
    int length = Math.max(least, window);
    byte[] to = data.length == length ? data : new byte[length];
    System.arraycopy(data, position, to, 0, limit - position);
    data = to;
    limit -= position;
    position = 0;
    refilled++;
    int more = (int) Math.min(left, length - limit);
    file.read(offset, data, limit, more);
    crc.update(data, limit, more);
    limit += more;
    offset += more;
    left -= more;
  }

  /** What was right when it was written may have been spoilt on the local disk. */
  private void check() throws IOException {
    if (file == null) {
      return;
    }
    byte[] last = new byte[CHECKSUM];
    if (left == 0) {
      file.read(offset, last, 0, CHECKSUM);
    }
    int sum = 0;
    for (byte b : last) {
      sum = sum << Byte.SIZE | b & 0xff;
    }
    if (left > 0 || sum != (int) crc.getValue()) {
      throw new ChecksumException("a segment was spoilt on the local disk", offset);
    }
  }
}
