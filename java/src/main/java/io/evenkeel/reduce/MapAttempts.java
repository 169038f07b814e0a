package io.evenkeel.reduce;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Which attempt's output counts for each map, and which maps are done; where it lies is known to
 * {@link Shelves}. Not safe for threads by itself.
 */
final class MapAttempts {
  private final String[] attempts;
  private final boolean[] finished;
  private final boolean[] abandoned;
  private final Set<String> gone = new HashSet<>();
  private int done;
  private int given;

  MapAttempts(int maps) {
    attempts = new String[maps];
    finished = new boolean[maps];
    abandoned = new boolean[maps];
  }

  /** The same may be said twice, and late: an attempt that was lost stays lost. */
  void succeeded(int map, String attempt) {
    if (gone.contains(attempt) || attempt.equals(attempts[map])) {
      return;
    }
    attempts[map] = attempt;
    finish(map);
  }

  /** Also for an attempt that is not the one we know, which changes nothing. */
  void lost(int map, String attempt) {
    gone.add(attempt);
    if (attempt.equals(attempts[map])) {
      attempts[map] = null;
    }
  }

  void abandoned(int map) {
    attempts[map] = null;
    if (!abandoned[map]) {
      abandoned[map] = true;
      given++;
    }
    finish(map);
  }

  void forget() {
    Arrays.fill(attempts, null);
  }

  /**
   * Maps that have finished at least once. A lost one stays finished: the barrier never falls back.
   */
  int done() {
    return done;
  }

  /** Maps that the job goes on without. */
  int abandoned() {
    return given;
  }

  boolean isAbandoned(int map) {
    return abandoned[map];
  }

  /** The attempt whose output counts, or null if there is none now. */
  String of(int map) {
    return attempts[map];
  }

  private void finish(int map) {
    if (!finished[map]) {
      finished[map] = true;
      done++;
    }
  }
}
