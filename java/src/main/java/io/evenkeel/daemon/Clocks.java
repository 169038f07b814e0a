package io.evenkeel.daemon;

import java.util.concurrent.TimeUnit;

/** The clock for waiting, which never jumps. */
final class Clocks {
  /** Long ago, so that a 0 in a field means never. */
  private static final long START = System.nanoTime() - TimeUnit.DAYS.toNanos(1);

  private Clocks() {}

  /** Milliseconds since some moment at least a day ago. */
  static long millis() {
    return (System.nanoTime() - START) / 1000000;
  }
}
