package io.evenkeel.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes a message. */
public final class ByteWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** One byte. */
  public ByteWriter u8(int value) {
    out.write(value);
    return this;
  }

  /** A big-endian long. */
  public ByteWriter i64(long value) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      out.write((int) (value >>> shift));
    }
    return this;
  }

  /** An unsigned LEB128 number. */
  public ByteWriter varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
    return this;
  }

  /** Bytes as they are. */
  public ByteWriter raw(byte[] bytes) {
    out.write(bytes, 0, bytes.length);
    return this;
  }

  /** ASCII characters as they are. */
  public ByteWriter ascii(String text) {
    return raw(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Bytes with their length before them. */
  public ByteWriter block(byte[] bytes) {
    return varint(bytes.length).raw(bytes);
  }

  /** A text in UTF-8 with its length before it. */
  public ByteWriter text(String text) {
    return block(text.getBytes(StandardCharsets.UTF_8));
  }

  /** How many bytes were written. */
  public int size() {
    return out.size();
  }

  /** What was written. */
  public byte[] bytes() {
    return out.toByteArray();
  }
}
