package io.evenkeel.map;

import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;

/**
 * Keys with comparators whose order is that of a serialized key's bytes, behind a header that they
 * pass over. It holds for these very classes, not for their subclasses.
 */
enum KeyBytes {
  /** A length of variable size, then bytes. */
  TEXT(Text.class, Text.Comparator.class, false) {
    @Override
    int header(byte first) {
      return WritableUtils.decodeVIntSize(first);
    }
  },
  /** A length of four bytes, then bytes. */
  BYTES(BytesWritable.class, BytesWritable.Comparator.class, false) {
    @Override
    int header(byte first) {
      return Integer.SIZE / Byte.SIZE;
    }
  },
  /** Four bytes, the first with the sign. */
  INT(IntWritable.class, IntWritable.Comparator.class, true),
  /** Eight bytes, the first with the sign. */
  LONG(LongWritable.class, LongWritable.Comparator.class, true);

  private final Class<?> key;
  private final Class<?> comparator;
  private final boolean signed;

  KeyBytes(Class<?> key, Class<?> comparator, boolean signed) {
    this.key = key;
    this.comparator = comparator;
    this.signed = signed;
  }

  /** The order of these keys by this comparator, or null if it is another one. */
  static KeyBytes of(Class<?> key, RawComparator<?> comparator) {
    for (KeyBytes order : values()) {
      if (key == order.key && comparator.getClass() == order.comparator) {
        return order;
      }
    }
    return null;
  }

  /** How many bytes come before those that count, by the key's first byte. */
  int header(byte first) {
    return 0;
  }

  /**
   * Some bytes of a key from {@code skip} on, behind the header, in the high bits of a number:
   * where two numbers differ, the keys are in the same order, if they are equal up to there. A key
   * that ends before counts as followed by zeros.
   */
  long prefix(byte[] bytes, int start, int end, int skip, int width) {
    int at = start + skip;
    long out = 0;
    for (int i = 0; i < width; i++) {
      out = out << Byte.SIZE | (at + i < end ? bytes[at + i] & 0xff : 0);
    }
    out <<= Long.SIZE - Byte.SIZE * width;
    return signed && skip == 0 ? out : out ^ Long.MIN_VALUE;
  }
}
