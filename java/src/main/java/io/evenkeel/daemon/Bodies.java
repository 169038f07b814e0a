package io.evenkeel.daemon;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The bodies that a daemon holds: bounded for all requests together, however many come at once.
 * Strangers can send bodies too, so small ones, which tasks send, keep a share of their own.
 */
final class Bodies {
  private static final int SMALL = 64 << 10;
  private static final long FORGET_MILLIS = 120000;
  private final long capacity;
  private final int places;
  private final LongSupplier clock;
  private final Map<Exchange, Held> held = new LinkedHashMap<Exchange, Held>();
  private long bytes;
  private int waiting;

  private static final class Held {
    final long since;
    long bytes;
    boolean waiting;

    Held(long since) {
      this.since = since;
    }
  }

  /**
   * Room for bodies.
   *
   * @param capacity bytes of large bodies; small ones may take half of that in addition
   * @param places how many bodies may be waited for at a time
   * @param clock milliseconds
   */
  Bodies(long capacity, int places, LongSupplier clock) {
    this.capacity = capacity;
    this.places = places;
    this.clock = clock;
  }

  /** Room as a daemon has it: 64 MB, or less in a small JVM. */
  static Bodies ofDaemon() {
    long share = Runtime.getRuntime().maxMemory() / 12;
    return new Bodies(Math.min(64L << 20, share), 1000, Clocks::millis);
  }

  /** Takes room for a body that grows to {@code size} bytes of {@code announced}. */
  synchronized void grow(Exchange owner, int size, int announced) throws HttpFailure {
    Held mine = held.get(owner);
    long more = size - (mine == null ? 0 : mine.bytes);
    long limit = announced <= SMALL ? capacity + capacity / 2 : capacity;
    if (bytes + more > limit) {
      forgetLost();
      if (bytes + more > limit) {
        throw new HttpFailure(503, "busy with other bodies, ask again");
      }
    }
    of(owner).bytes += more;
    bytes += more;
  }

  /** The rest of a body has not come yet. */
  synchronized void waits(Exchange owner) throws HttpFailure {
    Held mine = of(owner);
    if (!mine.waiting && waiting >= places) {
      forgetLost();
      if (waiting >= places) {
        throw new HttpFailure(503, "too many bodies are waited for, ask again");
      }
    }
    waiting += mine.waiting ? 0 : 1;
    mine.waiting = true;
  }

  private Held of(Exchange owner) {
    return held.computeIfAbsent(owner, o -> new Held(clock.getAsLong()));
  }

  /** All of a body is there. */
  synchronized void arrived(Exchange owner) {
    Held mine = held.get(owner);
    if (mine != null && mine.waiting) {
      mine.waiting = false;
      waiting--;
    }
  }

  /** The request is answered. */
  synchronized void done(Exchange owner) {
    arrived(owner);
    Held mine = held.remove(owner);
    bytes -= mine == null ? 0 : mine.bytes;
  }

  /** Requests that were parked and never came back. */
  private void forgetLost() {
    long now = clock.getAsLong();
    Iterator<Held> oldest = held.values().iterator();
    while (oldest.hasNext()) {
      Held each = oldest.next();
      if (now - each.since < FORGET_MILLIS) {
        return;
      }
      oldest.remove();
      bytes -= each.bytes;
      waiting -= each.waiting ? 1 : 0;
    }
  }

  /** Bytes held now. */
  synchronized long bytes() {
    return bytes;
  }

  /** Bodies waited for now. */
  synchronized int waiting() {
    return waiting;
  }
}
