package io.evenkeel.map;

import io.evenkeel.wire.HeavyKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The key that dominates each group, if one does.
 *
 * <p>There are many more groups than slots, so a key heavy enough to matter to a schedule is most
 * of its group. One majority vote a group (Boyer and Moore) finds it with two array reads a pair
 * and no allocation: a pair of the candidate adds its load, any other takes its load away. What was
 * taken away bounds the error. Keys are told apart by hash code. A candidate's name is taken down
 * only when its lead is worth it, so naming costs at most one {@code toString} in {@link #LEAD}
 * pairs.
 */
public final class HeavyKeys {
  /** Lead, in pairs, at which a candidate is named. */
  static final int LEAD = 16;

  private static final int LONGEST_NAME = 64;

  private final int[] candidate;
  private final long[] lead;
  private final int[] streak;
  private final String[] name;

  /** A vote for each of {@code groups} groups. */
  public HeavyKeys(int groups) {
    candidate = new int[groups];
    lead = new long[groups];
    streak = new int[groups];
    name = new String[groups];
  }

  /** Counts one pair. */
  public void add(int group, int hash, long load, Object key) {
    if (hash == candidate[group]) {
      lead[group] += load;
      if (++streak[group] == LEAD) {
        name[group] = nameOf(key);
      }
    } else if (load <= lead[group]) {
      lead[group] -= load;
    } else {
      candidate[group] = hash;
      lead[group] = load - lead[group];
      streak[group] = 1;
      name[group] = null;
    }
  }

  /**
   * The heaviest of the named candidates, heaviest first.
   *
   * @param loads what each group got in all
   */
  public List<HeavyKey> heaviest(int most, long[] loads) {
    List<HeavyKey> keys = new ArrayList<>();
    for (int g = 0; g < lead.length; g++) {
      if (name[g] != null && lead[g] > 0) {
        long error = Math.max(0, loads[g] - lead[g]) / 2;
        keys.add(new HeavyKey(g, lead[g] + error, error, name[g]));
      }
    }
    keys.sort(Collections.reverseOrder((a, b) -> Long.compare(a.load - a.error, b.load - b.error)));
    return keys.size() <= most ? keys : new ArrayList<>(keys.subList(0, most));
  }

  private static String nameOf(Object key) {
    try {
      String text = String.valueOf(key);
      return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME);
    } catch (RuntimeException unprintable) {
      return "(a key that has no text)";
    }
  }
}
