package io.evenkeel.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Our SHA-1 and the JVM's own give the same bytes. */
class Sha1Test {
  /** Every length around one, two and three blocks: there the padding takes another block. */
  @Test
  void eachLengthHasTheJvmsOwnHash() throws Exception {
    Random random = new Random(11);
    MessageDigest jvms = MessageDigest.getInstance("SHA-1");
    for (int length = 0; length <= 260; length++) {
      byte[] bytes = bytes(random, length);
      assertArrayEquals(jvms.digest(bytes), Sha1.of(bytes), "length " + length);
    }
  }

  @Test
  void piecesOfAnySizeAreOneMessage() throws Exception {
    Random random = new Random(12);
    byte[] bytes = bytes(random, 1 << 20);
    Sha1 ours = new Sha1();
    for (int at = 0; at < bytes.length; ) {
      int some = Math.min(bytes.length - at, random.nextInt(200));
      ours.add(Arrays.copyOfRange(bytes, at, at + some));
      at += some;
    }
    assertArrayEquals(MessageDigest.getInstance("SHA-1").digest(bytes), ours.end());
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
