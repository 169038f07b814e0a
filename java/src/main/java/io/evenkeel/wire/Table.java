package io.evenkeel.wire;

import java.nio.charset.StandardCharsets;

/** The one, immutable decision of a job: which slot takes which group, and in which order. */
public final class Table {
  private static final int VERSION = 1;
  private final boolean complete;
  private final String algorithm;
  private final int slots;
  private final int[] slotOf;
  private final byte[] order;

  /** A table as the scheduler made it. */
  public Table(boolean complete, String algorithm, int slots, int[] slotOf, byte[] order) {
    if (slotOf.length != order.length) {
      throw new IllegalArgumentException("as many order bytes as groups, please");
    }
    this.complete = complete;
    this.algorithm = algorithm;
    this.slots = slots;
    this.slotOf = slotOf.clone();
    this.order = order.clone();
  }

  /** Group mod slots: what hash partitioning would give; used when no schedule can be made. */
  public static Table hash(int groups, int slots) {
    int[] slotOf = new int[groups];
    for (int g = 0; g < groups; g++) {
      slotOf[g] = g % slots;
    }
    return new Table(true, "hash", slots, slotOf, new byte[groups]);
  }

  /** Reads a table; its sizes must be the job's. */
  public static Table decode(byte[] message, int groups, int slots) throws WireException {
    ByteReader in = new ByteReader(message);
    in.magic("EKT");
    int version = in.u8();
    if (version != VERSION) {
      throw new WireException("table of version " + version + ", this jar reads " + VERSION);
    }
    int flags = in.u8();
    if (flags > 1) {
      throw new WireException("unknown flags " + flags);
    }
    String algorithm = new String(in.take(in.u8()), StandardCharsets.US_ASCII);
    int n = in.bounded("number of groups", Limits.GROUPS);
    int m = in.bounded("number of slots", Limits.SLOTS);
    if (n != groups || m != slots) {
      throw new WireException(
          "table of " + n + " groups on " + m + " slots; the job has " + groups + " on " + slots);
    }
    int[] slotOf = Packed.decode(in, n, Packed.width(m - 1), m - 1);
    byte[] order = in.take(n);
    in.end();
    return new Table((flags & 1) != 0, algorithm, m, slotOf, order);
  }

  /** The table's message. */
  public byte[] encode() {
    byte[] name = algorithm.getBytes(StandardCharsets.US_ASCII);
    return new ByteWriter()
        .ascii("EKT")
        .u8(VERSION)
        .u8(complete ? 1 : 0)
        .u8(name.length)
        .raw(name)
        .varint(slotOf.length)
        .varint(slots)
        .raw(Packed.encode(slotOf, Packed.width(slots - 1)))
        .raw(order)
        .bytes();
  }

  /** Whether a reducer may run by it. */
  public boolean complete() {
    return complete;
  }

  /** The algorithm that made it. */
  public String algorithm() {
    return algorithm;
  }

  /** Number of groups, n. */
  public int groups() {
    return slotOf.length;
  }

  /** Number of slots, m. */
  public int slots() {
    return slots;
  }

  /** The slot that takes {@code group}. */
  public int slotOf(int group) {
    return slotOf[group];
  }

  /** The group's place in its slot's order: small loads first. */
  public int order(int group) {
    return order[group] & 0xff;
  }
}
