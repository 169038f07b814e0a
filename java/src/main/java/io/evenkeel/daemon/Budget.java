package io.evenkeel.daemon;

/** A limit on the bytes that all jobs together may take of something. */
final class Budget {
  private final long capacity;
  private long taken;

  Budget(long capacity) {
    this.capacity = capacity;
  }

  /** Takes so many bytes; false, and nothing taken, if there are not as many left. */
  synchronized boolean take(long bytes) {
    boolean room = taken + bytes <= capacity;
    taken += room ? bytes : 0;
    return room;
  }

  /** Gives bytes back. */
  synchronized void give(long bytes) {
    taken -= bytes;
  }

  /** Bytes taken now. */
  synchronized long taken() {
    return taken;
  }
}
