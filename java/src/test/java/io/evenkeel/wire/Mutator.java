package io.evenkeel.wire;

import java.util.Arrays;
import java.util.Random;

/** Spoils messages in the ways that find faults in decoders; the same seed spoils the same way. */
public final class Mutator {
  private static final byte[] ODD = {0, 1, 2, 0x7f, (byte) 0x80, (byte) 0xff, (byte) 0xc3, '\n'};
  private final Random random;

  /** With a seed. */
  public Mutator(long seed) {
    random = new Random(seed);
  }

  /** One of several seeds, changed in up to six places, or two of them spliced. */
  public byte[] next(byte[][] seeds) {
    byte[] out = seeds[random.nextInt(seeds.length)].clone();
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      out = change(out, seeds);
    }
    return out;
  }

  private byte[] change(byte[] bytes, byte[][] seeds) {
    int at = random.nextInt(bytes.length + 1);
    switch (random.nextInt(8)) {
      case 0:
        return Arrays.copyOf(bytes, at);
      case 1:
        return splice(Arrays.copyOf(bytes, at), new byte[] {(byte) random.nextInt(256)}, bytes, at);
      case 2:
        byte[] run = new byte[1 + random.nextInt(11)];
        Arrays.fill(run, (byte) 0xff);
        return splice(Arrays.copyOf(bytes, at), run, bytes, at);
      case 3:
        byte[] other = seeds[random.nextInt(seeds.length)];
        int from = random.nextInt(other.length + 1);
        return splice(Arrays.copyOf(bytes, at), new byte[0], other, from);
      case 4:
        return splice(
            Arrays.copyOf(bytes, at),
            new byte[0],
            bytes,
            at + random.nextInt(bytes.length - at + 1));
      case 5:
      case 6:
        if (at < bytes.length) {
          bytes[at] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
      default:
        if (at < bytes.length) {
          bytes[at] = ODD[random.nextInt(ODD.length)];
        }
        return bytes;
    }
  }

  private static byte[] splice(byte[] head, byte[] middle, byte[] tail, int from) {
    byte[] out = Arrays.copyOf(head, head.length + middle.length + tail.length - from);
    System.arraycopy(middle, 0, out, head.length, middle.length);
    System.arraycopy(tail, from, out, head.length + middle.length, tail.length - from);
    return out;
  }
}
