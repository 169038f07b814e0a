package io.evenkeel.map;

/** From a key's hash to its operation group (Section 4.1). */
public final class GroupHash {
  /** 2^32 divided by the golden ratio, made odd. */
  private static final int GOLDEN = 0x9E3779B9;

  private GroupHash() {}

  /** The paper's way: |hash| mod n. */
  public static int plain(int hash, int groups) {
    return (int) (Math.abs((long) hash) % groups);
  }

  /**
   * A product with the golden ratio (Knuth, volume 3, section 6.4), and of that the high part. Hash
   * codes at equal steps, like those of numbers, dates and bins, come to lie far apart, so that few
   * large keys seldom share a group: a hash that looks random lets two meet far more often.
   */
  public static int spread(int hash, int groups) {
    return (int) (((hash * GOLDEN & 0xffffffffL) * groups) >>> 32);
  }
}
