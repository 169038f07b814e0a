package io.evenkeel.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a waiting task is told: hints, the table or neither, and what became of maps since it asked
 * last.
 */
public final class Bulletin {
  /** No hints and no table newer than what the asker has. */
  public static final int NOTHING = 0;

  /** Hints. */
  public static final int HINTS = 1;

  /** The table; no hints come after it. */
  public static final int TABLE = 2;

  /** One of the three kinds. */
  public final int kind;

  /** Grows with each publication of a job. */
  public final int stage;

  /** The hints' or the table's message, or empty. */
  public final byte[] message;

  /** The number of the first of {@link #events} in the job's list of map events. */
  public final int first;

  /** Map events that the asker does not have. */
  public final List<MapEvent> events;

  /** A bulletin of one kind and stage, without events. */
  public Bulletin(int kind, int stage, byte[] message) {
    this(kind, stage, message, 0, Collections.emptyList());
  }

  private Bulletin(int kind, int stage, byte[] message, int first, List<MapEvent> events) {
    this.kind = kind;
    this.stage = stage;
    this.message = message;
    this.first = first;
    this.events = events;
  }

  /** Neither hints nor table. */
  public static Bulletin nothing(int stage) {
    return new Bulletin(NOTHING, stage, new byte[0]);
  }

  /** The same without events. */
  public Bulletin without() {
    return new Bulletin(kind, stage, message);
  }

  /** The same with events. */
  public Bulletin with(int firstEvent, List<MapEvent> mapEvents) {
    return new Bulletin(kind, stage, message, firstEvent, mapEvents);
  }

  /** Reads a reply. */
  public static Bulletin decode(byte[] reply) throws WireException {
    ByteReader in = new ByteReader(reply);
    int kind = in.u8();
    if (kind > TABLE) {
      throw new WireException("unknown kind of bulletin " + kind);
    }
    int stage = in.bounded("stage", Integer.MAX_VALUE);
    byte[] message = in.take(in.bounded("length of a message", Limits.TABLE_BYTES));
    int first = in.bounded("number of an event", Integer.MAX_VALUE);
    int count = in.bounded("number of events", Limits.EVENTS);
    List<MapEvent> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(MapEvent.read(in));
    }
    in.end();
    return new Bulletin(kind, stage, message, first, events);
  }

  /** The reply's body. */
  public byte[] encode() {
    ByteWriter out = new ByteWriter().u8(kind).varint(stage).block(message);
    out.varint(first).varint(events.size());
    for (MapEvent event : events) {
      event.write(out);
    }
    return out.bytes();
  }
}
