package io.evenkeel.wire;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads a message that may be malformed: never past its end, never more than asked for. */
public final class ByteReader {
  private final byte[] bytes;
  private final int end;
  private int at;

  /** Reads all of {@code bytes}. */
  public ByteReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private ByteReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /** How many bytes are left. */
  public int remaining() {
    return end - at;
  }

  /** One unsigned byte. */
  public int u8() throws WireException {
    need(1);
    return bytes[at++] & 0xff;
  }

  /** A big-endian long. */
  public long i64() throws WireException {
    need(8);
    long value = ByteBuffer.wrap(bytes, at, 8).getLong();
    at += 8;
    return value;
  }

  /** An unsigned LEB128 number, as 64 bits. */
  public long varint() throws WireException {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      int b = u8();
      if (shift == 63 && b > 1) {
        throw new WireException("number above 64 bits");
      }
      value |= (long) (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new WireException("number of more than 10 bytes");
  }

  /** A LEB128 number that must not be above {@code max}. */
  public int bounded(String what, int max) throws WireException {
    long value = varint();
    if (value < 0 || value > max) {
      throw new WireException(what + " is " + Long.toUnsignedString(value) + ", at most " + max);
    }
    return (int) value;
  }

  /** Exactly {@code count} bytes, copied. */
  public byte[] take(int count) throws WireException {
    need(count);
    byte[] out = Arrays.copyOfRange(bytes, at, at + count);
    at += count;
    return out;
  }

  /** A reader of the next {@code count} bytes, which this one steps over. */
  public ByteReader slice(int count) throws WireException {
    need(count);
    ByteReader part = new ByteReader(bytes, at, at + count);
    at += count;
    return part;
  }

  /** A text with its length before it, in valid UTF-8 of at most {@code max} bytes. */
  public String text(String what, int max) throws WireException {
    return decode(what, take(bounded("length of " + what, max)), StandardCharsets.UTF_8);
  }

  /** Fails unless everything was read. */
  public void end() throws WireException {
    if (at != end) {
      throw new WireException((end - at) + " bytes too many");
    }
  }

  /** Fails unless the next bytes are these ASCII characters. */
  public void magic(String expected) throws WireException {
    if (!decode("magic", take(expected.length()), StandardCharsets.ISO_8859_1).equals(expected)) {
      throw new WireException("does not start with " + expected);
    }
  }

  private static String decode(String what, byte[] raw, Charset charset) throws WireException {
    try {
      CharBuffer text = charset.newDecoder().decode(ByteBuffer.wrap(raw));
      return text.toString();
    } catch (CharacterCodingException e) {
      throw new WireException(what + " is not valid " + charset);
    }
  }

  private void need(int count) throws WireException {
    if (count < 0 || count > end - at) {
      throw new WireException("ends early: " + count + " bytes wanted, " + (end - at) + " left");
    }
  }
}
