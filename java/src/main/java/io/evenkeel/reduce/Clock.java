package io.evenkeel.reduce;

/** The time, so that tests can make it pass. */
interface Clock {
  /** The wall clock. */
  Clock SYSTEM = System::currentTimeMillis;

  /** Milliseconds since 1970. */
  long millis();
}
