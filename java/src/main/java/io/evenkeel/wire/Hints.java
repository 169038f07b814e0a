package io.evenkeel.wire;

/** Advice while maps run: which slot will probably get a group. Nothing runs by it. */
public final class Hints {
  private static final int VERSION = 1;
  private final int stage;
  private final int slots;
  private final int[] hints;

  private Hints(int stage, int slots, int[] hints) {
    this.stage = stage;
    this.slots = slots;
    this.hints = hints;
  }

  /** Hints for one stage; {@code slotOf[g]} is -1 where nothing is known. */
  public static Hints of(int stage, int slots, int[] slotOf) {
    int[] hints = new int[slotOf.length];
    for (int g = 0; g < hints.length; g++) {
      hints[g] = slotOf[g] + 1;
    }
    return new Hints(stage, slots, hints);
  }

  /** Reads hints; their sizes must be the job's. */
  public static Hints decode(byte[] message, int groups, int slots) throws WireException {
    ByteReader in = new ByteReader(message);
    in.magic("EKH");
    int version = in.u8();
    if (version != VERSION) {
      throw new WireException("hints of version " + version + ", this jar reads " + VERSION);
    }
    int stage = in.bounded("stage", Integer.MAX_VALUE);
    int n = in.bounded("number of groups", Limits.GROUPS);
    int m = in.bounded("number of slots", Limits.SLOTS);
    if (n != groups || m != slots) {
      throw new WireException(
          "hints of " + n + " groups on " + m + " slots; the job has " + groups + " on " + slots);
    }
    int[] hints = Packed.decode(in, n, Packed.width(m), m);
    in.end();
    return new Hints(stage, m, hints);
  }

  /** The hints' message. */
  public byte[] encode() {
    return new ByteWriter()
        .ascii("EKH")
        .u8(VERSION)
        .varint(stage)
        .varint(hints.length)
        .varint(slots)
        .raw(Packed.encode(hints, Packed.width(slots)))
        .bytes();
  }

  /** The stage they belong to. */
  public int stage() {
    return stage;
  }

  /** The slot that will probably take {@code group}, or -1. */
  public int slotOf(int group) {
    return hints[group] - 1;
  }
}
