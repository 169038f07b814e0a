package io.evenkeel.map;

/** From a key's hash to its operation group (Section 4.1). */
public final class GroupHash {
  private GroupHash() {}

  /** The paper's way: |hash| mod n. */
  public static int plain(int hash, int groups) {
    return (int) (Math.abs((long) hash) % groups);
  }

  /**
   * Mixes the bits first (the finalizer of MurmurHash3), then takes the high part of a product:
   * hash codes that differ in few bits, like those of floats, still spread over all groups.
   */
  public static int mixed(int hash, int groups) {
    int h = hash;
    h ^= h >>> 16;
    h *= 0x85ebca6b;
    h ^= h >>> 13;
    h *= 0xc2b2ae35;
    h ^= h >>> 16;
    return (int) (((h & 0xffffffffL) * groups) >>> 32);
  }
}
