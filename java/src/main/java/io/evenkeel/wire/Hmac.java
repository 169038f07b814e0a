package io.evenkeel.wire;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import javax.crypto.SecretKey;

/**
 * HMAC-SHA1 (RFC 2104) on top of {@link MessageDigest}.
 *
 * <p>{@code javax.crypto.Mac} gives the same bytes, but the first use of that package costs a JVM
 * tens of milliseconds of CPU, and every map task would pay them.
 */
final class Hmac {
  private static final int BLOCK = 64;
  private static final byte INNER = 0x36;
  private static final byte OUTER = 0x5c;

  private final MessageDigest digest;
  private final byte[] outer;

  /** A hash by this key, over nothing yet. */
  Hmac(SecretKey key) {
    try {
      digest = MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-1 is missing in this JVM", e);
    }
    byte[] secret = key.getEncoded();
    byte[] block = Arrays.copyOf(secret.length > BLOCK ? digest.digest(secret) : secret, BLOCK);
    outer = masked(block, OUTER);
    digest.update(masked(block, INNER));
  }

  private static byte[] masked(byte[] block, byte mask) {
    byte[] masked = new byte[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      masked[i] = (byte) (block[i] ^ mask);
    }
    return masked;
  }

  /** Goes on with these bytes. */
  Hmac add(byte[] bytes) {
    digest.update(bytes);
    return this;
  }

  /** The hash; nothing may be added after it. */
  byte[] end() {
    byte[] inner = digest.digest();
    digest.update(outer);
    return digest.digest(inner);
  }
}
