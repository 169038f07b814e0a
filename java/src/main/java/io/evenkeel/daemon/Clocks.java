package io.evenkeel.daemon;

/** The clock for waiting, which never jumps. */
final class Clocks {
  private Clocks() {}

  /** Milliseconds since some moment. */
  static long millis() {
    return System.nanoTime() / 1000000;
  }
}
