package io.evenkeel.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Our HMAC and the JVM's own give the same bytes. */
class HmacTest {
  /** Keys shorter than, as long as and longer than a block; messages in one piece and in two. */
  @Test
  void itIsTheHashOfTheJvmsOwnMac() throws Exception {
    Random random = new Random(7);
    for (int length = 1; length <= 200; length++) {
      SecretKeySpec key = new SecretKeySpec(bytes(random, length), "HmacSHA1");
      byte[] head = bytes(random, random.nextInt(300));
      byte[] body = bytes(random, random.nextInt(300));
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(key);
      mac.update(head);
      byte[] expected = mac.doFinal(body);
      assertArrayEquals(expected, new Hmac(key).add(head).add(body).end(), "key of " + length);
    }
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
