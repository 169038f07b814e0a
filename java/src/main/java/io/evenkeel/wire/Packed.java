package io.evenkeel.wire;

/** n small numbers of w bits each, most significant bit first, the last byte padded with zeros. */
final class Packed {
  private Packed() {}

  /** Bits that hold every number up to {@code max}. */
  static int width(int max) {
    return 32 - Integer.numberOfLeadingZeros(max);
  }

  static byte[] encode(int[] values, int width) {
    byte[] out = new byte[(int) (((long) values.length * width + 7) / 8)];
    long bit = 0;
    for (int value : values) {
      for (int i = width - 1; i >= 0; i--, bit++) {
        if ((value >>> i & 1) != 0) {
          out[(int) (bit >>> 3)] |= (byte) (0x80 >>> (bit & 7));
        }
      }
    }
    return out;
  }

  static int[] decode(ByteReader in, int n, int width, int max) throws WireException {
    byte[] raw = in.take((int) (((long) n * width + 7) / 8));
    int[] out = new int[n];
    long bit = 0;
    for (int k = 0; k < n; k++) {
      int value = 0;
      for (int i = 0; i < width; i++, bit++) {
        value = value << 1 | raw[(int) (bit >>> 3)] >>> (7 - (bit & 7)) & 1;
      }
      if (value > max) {
        throw new WireException("entry " + k + " is " + value + ", at most " + max);
      }
      out[k] = value;
    }
    for (; bit < raw.length * 8L; bit++) {
      if ((raw[(int) (bit >>> 3)] >>> (7 - (bit & 7)) & 1) != 0) {
        throw new WireException("padding is not zero");
      }
    }
    return out;
  }
}
