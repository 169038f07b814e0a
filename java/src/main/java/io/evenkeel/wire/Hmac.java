package io.evenkeel.wire;

import java.util.Arrays;
import javax.crypto.SecretKey;

/**
 * HMAC-SHA1 (RFC 2104).
 *
 * <p>{@code javax.crypto.Mac} gives the same bytes, but the first use of that package costs a JVM
 * tens of milliseconds of CPU, and every map task would pay them.
 */
final class Hmac {
  private static final byte INNER = 0x36;
  private static final byte OUTER = 0x5c;

  private final Sha1 inner;
  private final Sha1 outer;

  /** A hash by this key, over nothing yet. */
  Hmac(SecretKey key) {
    byte[] secret = key.getEncoded();
    byte[] block = Arrays.copyOf(secret.length > Sha1.BLOCK ? Sha1.of(secret) : secret, Sha1.BLOCK);
    inner = new Sha1().add(masked(block, INNER));
    outer = new Sha1().add(masked(block, OUTER));
  }

  private static byte[] masked(byte[] block, byte mask) {
    byte[] masked = new byte[block.length];
    for (int i = 0; i < block.length; i++) {
      masked[i] = (byte) (block[i] ^ mask);
    }
    return masked;
  }

  /** Goes on with these bytes. */
  Hmac add(byte[] bytes) {
    inner.add(bytes);
    return this;
  }

  /** The hash; nothing may be added after it. */
  byte[] end() {
    return outer.add(inner.end()).end();
  }
}
