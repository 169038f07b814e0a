package io.evenkeel.wire;

/** A key that dominates its group, as one map saw it: {@code load - error <= true load <= load}. */
public final class HeavyKey {
  /** The key's group. */
  public final int group;

  /** The most load it can have. */
  public final long load;

  /** How much of it may be another key's. */
  public final long error;

  /** The key as text. */
  public final String name;

  /** One key of a map's summary. */
  public HeavyKey(int group, long load, long error, String name) {
    this.group = group;
    this.load = load;
    this.error = error;
    this.name = name;
  }
}
