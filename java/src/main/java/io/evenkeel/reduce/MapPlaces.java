package io.evenkeel.reduce;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which TaskTracker has which map's output. Not safe for threads by itself. */
final class MapPlaces {
  private final String[] attempts;
  private final String[] trackers;
  private final boolean[] finished;
  private final boolean[] abandoned;
  private final Map<String, Set<Integer>> byTracker = new TreeMap<>();
  private int done;
  private int given;

  MapPlaces(int maps) {
    attempts = new String[maps];
    trackers = new String[maps];
    finished = new boolean[maps];
    abandoned = new boolean[maps];
  }

  void located(int map, String attempt, String tracker) {
    remove(map);
    attempts[map] = attempt;
    trackers[map] = tracker;
    byTracker.computeIfAbsent(tracker, t -> new TreeSet<>()).add(map);
    finish(map);
  }

  /** Also for an attempt that is not the one we know, which changes nothing. */
  void lost(int map, String attempt) {
    if (attempt.equals(attempts[map])) {
      remove(map);
    }
  }

  void abandoned(int map) {
    remove(map);
    if (!abandoned[map]) {
      abandoned[map] = true;
      given++;
    }
    finish(map);
  }

  void forget() {
    for (int map = 0; map < attempts.length; map++) {
      remove(map);
    }
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

  Set<String> trackers() {
    return byTracker.keySet();
  }

  int[] at(String tracker) {
    Set<Integer> maps = byTracker.get(tracker);
    int[] out = new int[maps.size()];
    int i = 0;
    for (int map : maps) {
      out[i++] = map;
    }
    return out;
  }

  String attempt(int map) {
    return attempts[map];
  }

  private void finish(int map) {
    if (!finished[map]) {
      finished[map] = true;
      done++;
    }
  }

  private void remove(int map) {
    if (trackers[map] == null) {
      return;
    }
    Set<Integer> maps = byTracker.get(trackers[map]);
    maps.remove(map);
    if (maps.isEmpty()) {
      byTracker.remove(trackers[map]);
    }
    trackers[map] = null;
    attempts[map] = null;
  }
}
