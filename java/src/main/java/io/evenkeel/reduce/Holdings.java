package io.evenkeel.reduce;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which groups of each map are here. Maps of which the same groups are here are of one kind; since
 * batches bring the same groups of many maps there are few kinds, and whoever looks for the next
 * batch looks at kinds, not at maps. Not safe for threads by itself.
 */
final class Holdings {
  private final List<BitSet> groups = new ArrayList<>();
  private final Map<BitSet, Integer> known = new HashMap<>();
  private final int[] kind;
  private final BitSet[] open;

  Holdings(int maps) {
    kind = new int[maps];
    open = new BitSet[maps];
    groups.add(new BitSet());
    known.put(groups.get(0), 0);
  }

  int maps() {
    return kind.length;
  }

  int kindOf(int map) {
    return kind[map];
  }

  /** The groups that are here of a map of this kind; not to be changed. */
  BitSet of(int someKind) {
    return groups.get(someKind);
  }

  boolean has(int map, int group) {
    return open[map] == null ? of(kind[map]).get(group) : open[map].get(group);
  }

  /** One more group of a map is here; its kind stays until {@link #settle}. */
  void add(int map, int group) {
    if (open[map] == null) {
      open[map] = (BitSet) of(kind[map]).clone();
    }
    open[map].set(group);
  }

  /** A map is no longer being copied; returns its kind. */
  int settle(int map) {
    BitSet now = open[map] == null ? of(kind[map]) : open[map];
    open[map] = null;
    Integer number = known.get(now);
    if (number == null) {
      groups.add(now);
      number = groups.size() - 1;
      known.put(now, number);
    }
    kind[map] = number;
    return number;
  }
}
