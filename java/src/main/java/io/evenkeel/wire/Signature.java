package io.evenkeel.wire;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.SecretKey;

/** HMAC-SHA1 by the job token over everything that a message says (safety rule 6). */
public final class Signature {
  /** Carries the request's hash. */
  public static final String HEADER = "Evenkeel-Hash";

  /** Carries the reply's hash. */
  public static final String REPLY_HEADER = "Evenkeel-Reply-Hash";

  /** Bytes of a hash. */
  public static final int LENGTH = 20;

  private static final byte[] NOTHING = new byte[0];

  private Signature() {}

  /** The hash of a request; {@code body} may be null. */
  public static byte[] request(SecretKey key, String method, String pathAndQuery, byte[] body) {
    return hmac(key, (method + "\n" + pathAndQuery + "\n"), body);
  }

  /** The hash of a reply; {@code body} is null for a stream. */
  public static byte[] reply(SecretKey key, byte[] requestHash, int status, byte[] body) {
    return hmac(key, text(requestHash) + "\n" + status + "\n", body);
  }

  /** Whether a header's value has the form of a hash; no body need be read for one that has not. */
  public static boolean isHash(String given) {
    return decode(given).length == LENGTH;
  }

  private static byte[] decode(String given) {
    if (given == null || given.length() > 2 * LENGTH) {
      return NOTHING;
    }
    try {
      return Base64.getDecoder().decode(given);
    } catch (IllegalArgumentException e) {
      return NOTHING;
    }
  }

  /** Compares in constant time; a missing or malformed hash is a wrong one. */
  public static boolean matches(byte[] expected, String given) {
    return MessageDigest.isEqual(expected, decode(given));
  }

  /** Compares in constant time. */
  public static boolean matches(byte[] expected, byte[] given) {
    return MessageDigest.isEqual(expected, given);
  }

  /** A hash as a header's value. */
  public static String text(byte[] hash) {
    return Base64.getEncoder().encodeToString(hash);
  }

  private static byte[] hmac(SecretKey key, String head, byte[] body) {
    Hmac hmac = new Hmac(key).add(head.getBytes(StandardCharsets.UTF_8));
    return hmac.add(body == null ? NOTHING : body).end();
  }
}
