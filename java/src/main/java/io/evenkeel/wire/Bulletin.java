package io.evenkeel.wire;

/** What a waiting task is told: nothing new, hints, or the table. */
public final class Bulletin {
  /** Nothing newer than what the asker has. */
  public static final int NOTHING = 0;

  /** Hints. */
  public static final int HINTS = 1;

  /** The table; nothing comes after it. */
  public static final int TABLE = 2;

  /** One of the three kinds. */
  public final int kind;

  /** Grows with each publication of a job. */
  public final int stage;

  /** The hints' or the table's message, or empty. */
  public final byte[] message;

  /** A bulletin of one kind and stage. */
  public Bulletin(int kind, int stage, byte[] message) {
    this.kind = kind;
    this.stage = stage;
    this.message = message;
  }

  /** Reads a reply. */
  public static Bulletin decode(byte[] reply) throws WireException {
    ByteReader in = new ByteReader(reply);
    int kind = in.u8();
    if (kind > TABLE) {
      throw new WireException("unknown kind of bulletin " + kind);
    }
    int stage = in.bounded("stage", Integer.MAX_VALUE);
    return new Bulletin(kind, stage, in.take(in.remaining()));
  }

  /** The reply's body. */
  public byte[] encode() {
    return new ByteWriter().u8(kind).varint(stage).raw(message).bytes();
  }
}
