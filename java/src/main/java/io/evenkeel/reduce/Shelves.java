package io.evenkeel.reduce;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The maps whose output a TaskTracker has, by kind (see {@link Holdings}). Not safe for threads.
 */
final class Shelves {
  private final Map<String, NavigableMap<Integer, SortedSet<Integer>>> byTracker = new TreeMap<>();
  private final String[] tracker;
  private final int[] kind;

  Shelves(int maps) {
    tracker = new String[maps];
    kind = new int[maps];
  }

  /** A map's output is at a TaskTracker, and nowhere else. */
  void put(int map, String at, int ofKind) {
    remove(map);
    tracker[map] = at;
    kind[map] = ofKind;
    NavigableMap<Integer, SortedSet<Integer>> shelf =
        byTracker.computeIfAbsent(at, t -> new TreeMap<>());
    shelf.computeIfAbsent(ofKind, k -> new TreeSet<>()).add(map);
  }

  /** A map is of another kind now, wherever its output is. */
  void change(int map, int toKind) {
    if (tracker[map] != null && kind[map] != toKind) {
      put(map, tracker[map], toKind);
    }
  }

  /** A map's output is nowhere. */
  void remove(int map) {
    if (tracker[map] == null) {
      return;
    }
    NavigableMap<Integer, SortedSet<Integer>> shelf = byTracker.get(tracker[map]);
    SortedSet<Integer> maps = shelf.get(kind[map]);
    maps.remove(map);
    if (maps.isEmpty()) {
      shelf.remove(kind[map]);
    }
    if (shelf.isEmpty()) {
      byTracker.remove(tracker[map]);
    }
    tracker[map] = null;
  }

  void clear() {
    for (int map = 0; map < tracker.length; map++) {
      remove(map);
    }
  }

  Set<String> trackers() {
    return byTracker.keySet();
  }

  /** The maps at a TaskTracker by kind. */
  NavigableMap<Integer, SortedSet<Integer>> at(String which) {
    return byTracker.getOrDefault(which, Collections.emptyNavigableMap());
  }
}
