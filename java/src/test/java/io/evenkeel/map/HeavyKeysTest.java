package io.evenkeel.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.HeavyKey;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The vote for heavy keys against a slow and obvious version of it. */
class HeavyKeysTest {
  @Test
  void findsTheKeyThatDominates() {
    HeavyKeys keys = new HeavyKeys(4);
    long[] loads = new long[4];
    Random random = new Random(1);
    long hot = 0;
    for (int i = 0; i < 100_000; i++) {
      String key = random.nextInt(10) < 7 ? "the" : "word" + random.nextInt(5000);
      hot += key.equals("the") ? 1 : 0;
      keys.add(1, key.hashCode(), key);
      loads[1]++;
    }
    List<HeavyKey> found = keys.heaviest(16, loads);
    assertEquals(1, found.size());
    HeavyKey the = found.get(0);
    assertEquals("the", the.name);
    assertTrue(the.load - the.error <= hot && hot <= the.load, the.load + " ± " + the.error);
  }

  @Test
  void boundsHoldForWeights() {
    Random random = new Random(2);
    HeavyKeys keys = new HeavyKeys(1);
    long[] loads = new long[1];
    long[] real = new long[4];
    for (int i = 0; i < 10_000; i++) {
      int k = random.nextInt(8) < 5 ? 0 : 1 + random.nextInt(3);
      long load = 1 + random.nextInt(9);
      keys.add(0, k, load, "k" + k);
      loads[0] += load;
      real[k] += load;
    }
    for (HeavyKey key : keys.heaviest(1, loads)) {
      long is = real[key.name.charAt(1) - '0'];
      assertTrue(key.load - key.error <= is && is <= key.load);
    }
  }

  /** Pairs of load 1 are counted by a shorter way, and named when they lead by so many. */
  @Test
  void pairsOfLoadOneVoteAlike() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      HeavyKeys keys = new HeavyKeys(1);
      Naive naive = new Naive();
      long[] loads = {0};
      int kinds = 1 + random.nextInt(4);
      String named = null;
      for (int i = 0; i < 400; i++) {
        int kind = Math.max(0, random.nextInt(2 * kinds) - kinds);
        int hash = hashOf(kind);
        int before = naive.candidate;
        keys.add(0, hash, "k" + kind);
        naive.add(hash, 1, "k" + kind);
        loads[0]++;
        named = naive.candidate != before && naive.lead == 1 ? null : named;
        named = naive.lead == HeavyKeys.LEAD && hash == naive.candidate ? "k" + kind : named;
        List<HeavyKey> found = keys.heaviest(1, loads);
        if (named != null && naive.lead > 0) {
          assertEquals(named, found.get(0).name);
          assertEquals(naive.lead, found.get(0).load - found.get(0).error);
        } else if (!found.isEmpty()) {
          assertEquals(
              naive.candidate,
              hashOf(found.get(0).name.charAt(1) - '0'),
              "named earlier, and leading again");
        }
      }
    }
  }

  /** The hash code of key {@code "k" + kind}; one of them is a number that has no absolute. */
  private static int hashOf(int kind) {
    return kind == 3 ? Integer.MIN_VALUE : kind;
  }

  /** The vote as one would write it down, for one group. */
  private static final class Naive {
    private int candidate;
    private long lead;
    private int streak;
    private String name;

    void add(int hash, long load, String key) {
      if (hash == candidate) {
        lead += load;
        if (++streak == HeavyKeys.LEAD) {
          name = key;
        }
      } else if (load <= lead) {
        lead -= load;
      } else {
        candidate = hash;
        lead = load - lead;
        streak = 1;
        name = null;
      }
    }
  }

  @Test
  void votesAsTheNaiveVersionDoes() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      HeavyKeys keys = new HeavyKeys(1);
      Naive naive = new Naive();
      long[] loads = {0};
      int kinds = 1 + random.nextInt(4);
      for (int i = 0; i < 200; i++) {
        int kind = random.nextInt(kinds);
        int hash = hashOf(kind);
        long load = random.nextInt(3);
        keys.add(0, hash, load, "k" + kind);
        naive.add(hash, load, "k" + kind);
        loads[0] += load;
        List<HeavyKey> found = keys.heaviest(1, loads);
        if (naive.name != null && naive.lead > 0) {
          assertEquals(naive.name, found.get(0).name);
          assertEquals(naive.lead, found.get(0).load - found.get(0).error);
        }
      }
    }
  }

  @Test
  void keepsNoMoreThanAsked() {
    HeavyKeys keys = new HeavyKeys(100);
    long[] loads = new long[100];
    for (int g = 0; g < 100; g++) {
      for (int i = 0; i < 20 + g; i++) {
        keys.add(g, g, "k" + g);
        loads[g]++;
      }
    }
    List<HeavyKey> found = keys.heaviest(3, loads);
    assertEquals(3, found.size());
    assertEquals("k99", found.get(0).name);
    assertEquals(119, found.get(0).load);
    assertEquals(0, found.get(0).error);
  }
}
