package io.evenkeel.reduce;

import java.util.HashMap;
import java.util.Map;

/** A TaskTracker or a map attempt that failed us is left alone for a while, longer each time. */
final class Penalties {
  private static final long FIRST = 500;
  private static final long LONGEST = 20_000;

  private final Clock clock;
  private final Map<String, Integer> failures = new HashMap<>();
  private final Map<String, Long> until = new HashMap<>();

  Penalties(Clock clock) {
    this.clock = clock;
  }

  void add(String who) {
    int times = failures.merge(who, 1, Integer::sum);
    long pause = Math.min(FIRST << Math.min(times - 1, 10), LONGEST);
    until.put(who, clock.millis() + pause);
  }

  void clear(String who) {
    failures.remove(who);
    until.remove(who);
  }

  int failures(String who) {
    return failures.getOrDefault(who, 0);
  }

  boolean waits(String who) {
    Long end = until.get(who);
    return end != null && end > clock.millis();
  }

  /** Milliseconds until the first one may be asked again. */
  long soonest() {
    long now = clock.millis();
    long soonest = Long.MAX_VALUE;
    for (long end : until.values()) {
      if (end > now) {
        soonest = Math.min(soonest, end - now);
      }
    }
    return soonest;
  }
}
