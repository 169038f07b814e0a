package io.evenkeel.reduce;

import java.util.HashMap;
import java.util.Map;

/** A TaskTracker that failed us is left alone for a while, longer each time. */
final class TrackerPenalties {
  private static final long FIRST = 500;
  private static final long LONGEST = 20_000;

  private final Clock clock;
  private final Map<String, Integer> failures = new HashMap<>();
  private final Map<String, Long> until = new HashMap<>();

  TrackerPenalties(Clock clock) {
    this.clock = clock;
  }

  void add(String tracker) {
    int times = failures.merge(tracker, 1, Integer::sum);
    long pause = Math.min(FIRST << Math.min(times - 1, 10), LONGEST);
    until.put(tracker, clock.millis() + pause);
  }

  void clear(String tracker) {
    failures.remove(tracker);
    until.remove(tracker);
  }

  int failures(String tracker) {
    return failures.getOrDefault(tracker, 0);
  }

  boolean waits(String tracker) {
    Long end = until.get(tracker);
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
