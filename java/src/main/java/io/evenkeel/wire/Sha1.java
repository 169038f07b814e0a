package io.evenkeel.wire;

/**
 * SHA-1 (FIPS 180-4).
 *
 * <p>{@code java.security.MessageDigest} gives the same bytes, but its first use loads the JVM's
 * security providers, a hundred classes, and every task would pay for them.
 */
final class Sha1 {
  /** Bytes that are taken in at once. */
  static final int BLOCK = 64;

  private static final int WORDS = 80;
  private static final int LENGTH_AT = BLOCK - 8;
  private static final int[] ROUND = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};

  private final int[] state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  private final int[] words = new int[WORDS];
  private final byte[] block = new byte[BLOCK];
  private int filled;
  private long length;

  /** The hash of these bytes. */
  static byte[] of(byte[] bytes) {
    return new Sha1().add(bytes).end();
  }

  /** Goes on with these bytes. */
  Sha1 add(byte[] bytes) {
    length += bytes.length;
    for (int at = 0; at < bytes.length; ) {
      int some = Math.min(bytes.length - at, BLOCK - filled);
      System.arraycopy(bytes, at, block, filled, some);
      at += some;
      filled += some;
      if (filled == BLOCK) {
        take();
      }
    }
    return this;
  }

  /** The hash; nothing may be added after it. */
  byte[] end() {
    long bits = length << 3;
    block[filled++] = (byte) 0x80;
    if (filled > LENGTH_AT) {
      pad(BLOCK);
      take();
    }
    pad(LENGTH_AT);
    for (int shift = 56; shift >= 0; shift -= 8) {
      block[filled++] = (byte) (bits >>> shift);
    }
    take();
    byte[] hash = new byte[Signature.LENGTH];
    for (int i = 0; i < hash.length; i++) {
      hash[i] = (byte) (state[i >> 2] >>> (24 - 8 * (i & 3)));
    }
    return hash;
  }

  private void pad(int until) {
    while (filled < until) {
      block[filled++] = 0;
    }
  }

  private void take() {
    filled = 0;
    expand();
    int a = state[0];
    int b = state[1];
    int c = state[2];
    int d = state[3];
    int e = state[4];
    for (int i = 0; i < WORDS; i++) {
      int round = i / 20;
      int next = Integer.rotateLeft(a, 5) + mixed(round, b, c, d) + e + ROUND[round] + words[i];
      e = d;
      d = c;
      c = Integer.rotateLeft(b, 30);
      b = a;
      a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
  }

  private void expand() {
    for (int i = 0; i < 16; i++) {
      words[i] =
          block[4 * i] << 24
              | (block[4 * i + 1] & 0xff) << 16
              | (block[4 * i + 2] & 0xff) << 8
              | block[4 * i + 3] & 0xff;
    }
    for (int i = 16; i < WORDS; i++) {
      int before = words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16];
      words[i] = Integer.rotateLeft(before, 1);
    }
  }

  private static int mixed(int round, int b, int c, int d) {
    switch (round) {
      case 0:
        return b & c | ~b & d;
      case 2:
        return b & c | b & d | c & d;
      default:
        return b ^ c ^ d;
    }
  }
}
