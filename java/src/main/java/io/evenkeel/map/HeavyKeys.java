package io.evenkeel.map;

import io.evenkeel.wire.HeavyKey;
import java.util.ArrayList;
import java.util.Comparator;
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
 *
 * <p>Whether a pair is the candidate's is as good as random, and a branch on it would cost more
 * than all else here: the vote is made with masks.
 */
public final class HeavyKeys {
  /** Lead, in pairs, at which a candidate is named. */
  static final int LEAD = 16;

  private static final int LONGEST_NAME = 64;

  private final int[] candidate;
  private final long[] lead;
  private final int[] streak;
  private final String[] name;
  private final int[] named;

  /** A vote for each of {@code groups} groups. */
  public HeavyKeys(int groups) {
    candidate = new int[groups];
    lead = new long[groups];
    streak = new int[groups];
    name = new String[groups];
    named = new int[groups];
  }

  /**
   * Counts one pair of load 1. A candidate is named when its lead gets to {@link #LEAD}, once:
   * until another one is named there it has to fall to 0 first.
   */
  public void add(int group, int hash, Object key) {
    int other = hash ^ candidate[group];
    int differs = (other | -other) >> 31; // all ones if it is another key than the candidate
    long left = lead[group] + (differs | 1);
    int beaten = (int) (left >> 63); // all ones if the candidate is out
    lead[group] = (left ^ beaten) - beaten;
    candidate[group] ^= other & beaten;
    if (left == LEAD && other == 0 && (named[group] != hash || name[group] == null)) {
      name(group, hash, key);
    }
  }

  /** Counts one pair of any load; an object counts pairs of one kind only. */
  public void add(int group, int hash, long load, Object key) {
    int other = hash ^ candidate[group];
    int differs = (other | -other) >> 31; // all ones if it is another key than the candidate
    long left = lead[group] + ((load ^ differs) - differs);
    int beaten = (int) (left >> 63); // all ones if the candidate is out
    lead[group] = (left ^ beaten) - beaten;
    candidate[group] ^= other & beaten;
    int pairs = (streak[group] + 1 + differs) & ~beaten | 1 & beaten;
    streak[group] = pairs;
    if (pairs == LEAD && other == 0) {
      name(group, hash, key);
    }
  }

  private void name(int group, int hash, Object key) {
    name[group] = nameOf(key);
    named[group] = hash;
  }

  /**
   * The heaviest of the named candidates, heaviest first.
   *
   * @param loads what each group got in all
   */
  public List<HeavyKey> heaviest(int most, long[] loads) {
    List<HeavyKey> keys = new ArrayList<>();
    for (int g = 0; g < lead.length; g++) {
      if (name[g] != null && named[g] == candidate[g] && lead[g] > 0) {
        long error = Math.max(0, loads[g] - lead[g]) / 2;
        keys.add(new HeavyKey(g, lead[g] + error, error, name[g]));
      }
    }
    keys.sort(new HeaviestFirst());
    return keys.size() <= most ? keys : new ArrayList<>(keys.subList(0, most));
  }

  /** By what a key surely has. A class, since every map sorts: a JVM's first lambda is dear. */
  private static final class HeaviestFirst implements Comparator<HeavyKey> {
    @Override
    public int compare(HeavyKey a, HeavyKey b) {
      return Long.compare(b.load - b.error, a.load - a.error);
    }
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
