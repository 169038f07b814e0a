package io.evenkeel.reduce;

import java.util.concurrent.TimeUnit;

/** The time, so that tests can make it pass. */
interface Clock {
  /** The wall clock as it was when this JVM first asked, and since then one that never jumps. */
  Clock SYSTEM =
      new Clock() {
        private final long start = System.currentTimeMillis() - steady();

        @Override
        public long millis() {
          return start + steady();
        }

        private long steady() {
          return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        }
      };

  /** Milliseconds since 1970. */
  long millis();
}
