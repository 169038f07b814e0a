package io.evenkeel.wire;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/** HMAC-SHA1 by the job token over everything that a message says (safety rule 5). */
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

  /** Compares in constant time; a missing or malformed hash is a wrong one. */
  public static boolean matches(byte[] expected, String given) {
    byte[] raw = NOTHING;
    if (given != null && given.length() <= 2 * LENGTH) {
      try {
        raw = Base64.getDecoder().decode(given);
      } catch (IllegalArgumentException e) {
        raw = NOTHING;
      }
    }
    return MessageDigest.isEqual(expected, raw);
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
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(key);
      mac.update(head.getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(body == null ? NOTHING : body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HmacSHA1 is missing or the key is unusable", e);
    }
  }
}
