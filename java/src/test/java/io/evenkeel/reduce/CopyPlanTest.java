package io.evenkeel.reduce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is copied next, from where, in how many requests, and who is told. */
class CopyPlanTest {
  private static final String HERE = "http://a:1";
  private static final String THERE = "http://b:1";

  private static void copyAll(CopyPlan plan, CopyBatch batch) {
    for (CopyBatch.Part part : batch.parts) {
      for (int map : part.maps) {
        for (int group : part.groups) {
          plan.copied(map, group, null);
        }
      }
    }
    plan.done(batch, true);
  }

  /** A batch of one part. */
  static CopyBatch batch(String tracker, int[] maps, List<String> attempts, int... groups) {
    return new CopyBatch(
        tracker, Collections.singletonList(new CopyBatch.Part(maps, attempts, groups)));
  }

  /** The only part of a batch. */
  private static CopyBatch.Part part(CopyBatch batch) {
    assertEquals(1, batch.parts.size());
    return batch.parts.get(0);
  }

  @Test
  void oneRequestBringsAllGroupsOfAllMapsOfATracker() throws Exception {
    CopyPlan plan = new CopyPlan(0, 4, 6, Clock.SYSTEM);
    for (int map = 0; map < 4; map++) {
      plan.located(map, "attempt" + map, HERE);
    }
    Table table = new Table(true, "t", 2, new int[] {0, 1, 0, 1, 0, 1}, new byte[6]);
    plan.bind(table);
    CopyBatch batch = plan.next();
    assertArrayEquals(new int[] {0, 1, 2, 3}, part(batch).maps);
    assertArrayEquals(new int[] {0, 2, 4}, part(batch).groups);
    assertFalse(plan.awaitGroup(0, 1));
    copyAll(plan, batch);
    assertTrue(plan.awaitGroup(0, 1) && plan.awaitGroup(4, 1) && plan.isWhole());
    assertEquals(1, plan.requests());
  }

  @Test
  void slotsBeginAtDifferentTaskTrackers() throws Exception {
    List<String> first = new ArrayList<>();
    for (int slot = 0; slot < 2; slot++) {
      CopyPlan plan = new CopyPlan(slot, 2, 2, Clock.SYSTEM);
      plan.located(0, "a0", HERE);
      plan.located(1, "a1", THERE);
      plan.bind(new Table(true, "t", 2, new int[] {0, 1}, new byte[2]));
      first.add(plan.next().tracker);
    }
    assertEquals(Arrays.asList(HERE, THERE), first);
  }

  @Test
  void hintsAreCopiedWithinTheBudgetAndTheRestFollowsTheTable() throws Exception {
    int maps = 8;
    CopyPlan plan = new CopyPlan(1, maps, 4, Clock.SYSTEM);
    BitSet hint = new BitSet();
    hint.set(0);
    hint.set(3);
    plan.hint(hint);
    for (int map = 0; map < maps; map++) {
      plan.located(map, "a" + map, HERE);
    }
    CopyBatch early = plan.next();
    assertArrayEquals(new int[] {0, 3}, part(early).groups);
    assertEquals(maps, part(early).maps.length);
    copyAll(plan, early);
    plan.bind(new Table(true, "t", 2, new int[] {0, 1, 0, 1}, new byte[] {1, 2, 1, 1}));
    CopyBatch rest = plan.next();
    assertArrayEquals(new int[] {1}, part(rest).groups);
    copyAll(plan, rest);
    assertArrayEquals(new int[] {3, 1}, plan.order());
    assertTrue(plan.isWhole());
  }

  /**
   * What was copied early differs from map to map: one request asks for what each of them lacks.
   */
  @Test
  void mapsThatLackDifferentGroupsComeInOneRequest() throws Exception {
    CopyPlan plan = new CopyPlan(0, 8, 4, Clock.SYSTEM);
    BitSet hint = new BitSet();
    hint.set(0, 3);
    plan.hint(hint);
    for (int map = 0; map < 4; map++) {
      plan.located(map, "a" + map, HERE);
    }
    CopyBatch early = plan.tryNext();
    copyAll(plan, early);
    assertArrayEquals(new int[] {0, 1, 2, 3}, part(early).maps);
    for (int map = 4; map < 8; map++) {
      plan.located(map, "a" + map, HERE);
    }
    plan.bind(Table.hash(4, 1));
    List<String> asked = new ArrayList<>();
    for (CopyBatch batch = plan.tryNext(); batch != null; batch = plan.tryNext()) {
      for (CopyBatch.Part part : batch.parts) {
        asked.add(Arrays.toString(part.maps) + " x " + Arrays.toString(part.groups));
      }
      asked.add("end");
      copyAll(plan, batch);
    }
    assertEquals(Arrays.asList("[4, 5, 6, 7] x [0, 1, 2, 3]", "[0, 1, 2, 3] x [3]", "end"), asked);
    assertTrue(plan.isWhole());
  }

  /** A first piece that is smaller than a fifteenth of all costs a request and brings little. */
  @Test
  void whatIsNearlyAllHereComesInOnePiece() throws Exception {
    CopyPlan plan = new CopyPlan(0, 30, 64, Clock.SYSTEM);
    BitSet hint = new BitSet();
    hint.set(0, 64);
    plan.hint(hint);
    for (int map = 0; map < 28; map++) {
      plan.located(map, "a" + map, HERE);
    }
    copyWhatIsThere(plan);
    int early = plan.requests();
    plan.located(28, "a28", HERE);
    plan.located(29, "a29", HERE);
    byte[] alike = new byte[64];
    Arrays.fill(alike, (byte) 9);
    plan.bind(new Table(true, "t", 1, new int[64], alike));
    copyWhatIsThere(plan);
    assertTrue(plan.isWhole());
    assertEquals(early + 1, plan.requests());
  }

  /** The table comes before Hadoop says where the last maps ran. */
  @Test
  void theFirstGroupsComeFirstAlsoWhileTheLastMapsAreUnknown() throws Exception {
    int maps = 40;
    CopyPlan plan = new CopyPlan(0, maps, 60, Clock.SYSTEM);
    for (int map = 0; map < maps - 1; map++) {
      plan.located(map, "a" + map, map % 2 == 0 ? HERE : THERE);
    }
    byte[] alike = new byte[60];
    Arrays.fill(alike, (byte) 9);
    plan.bind(new Table(true, "t", 1, new int[60], alike));
    int[] order = plan.order();
    List<CopyBatch> first = Arrays.asList(plan.tryNext(), plan.tryNext());
    for (CopyBatch batch : first) {
      assertArrayEquals(Arrays.copyOf(order, 4), part(batch).groups, "a fifteenth of all");
      copyAll(plan, batch);
    }
    copyWhatIsThere(plan);
    plan.located(maps - 1, "last", THERE);
    CopyBatch rest = plan.tryNext();
    assertArrayEquals(new int[] {maps - 1}, part(rest).maps);
    assertEquals(60, part(rest).groups.length, "what is left comes in one piece");
    copyAll(plan, rest);
    assertTrue(plan.isWhole());
    assertEquals(2 * 4 + 1, plan.requests());
  }

  @Test
  void whileMapsRunRequestsAreForSeveralOfThem() throws Exception {
    CopyPlan plan = new CopyPlan(0, 12, 4, Clock.SYSTEM);
    BitSet hint = new BitSet();
    hint.set(0, 4);
    plan.hint(hint);
    for (int map = 0; map < 8; map++) {
      plan.located(map, "a" + map, map % 2 == 0 ? HERE : THERE);
      copyWhatIsThere(plan);
    }
    assertEquals(2, plan.requests(), "three maps of a TaskTracker each");
    for (int map = 8; map < 12; map++) {
      plan.located(map, "a" + map, map % 2 == 0 ? HERE : THERE);
    }
    plan.bind(Table.hash(4, 1));
    copyWhatIsThere(plan);
    assertTrue(plan.isWhole());
  }

  /** What is under way when the table comes stands in the way of the groups that run first. */
  @Test
  void beforeTheTableTwoRequestsAreUnderWay() throws Exception {
    CopyPlan plan = new CopyPlan(0, 12, 4, Clock.SYSTEM);
    for (int map = 0; map < 12; map++) {
      plan.located(map, "a" + map, "tracker" + map % 3);
    }
    BitSet hint = new BitSet();
    hint.set(0, 2);
    plan.hint(hint);
    CopyBatch first = plan.tryNext();
    CopyBatch second = plan.tryNext();
    assertNotEquals(first.tracker, second.tracker);
    assertNull(plan.tryNext());
    copyAll(plan, first);
    CopyBatch third = plan.tryNext();
    assertNotEquals(second.tracker, third.tracker);
    assertNull(plan.tryNext());
    plan.bind(Table.hash(4, 1));
    assertEquals(first.tracker, plan.tryNext().tracker, "its other groups, by the table");
  }

  @Test
  void neverMoreRequestsThanMapsWhateverIsHinted() throws Exception {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int maps = 1 + random.nextInt(40);
      int groups = 64;
      int trackers = 1 + random.nextInt(6);
      CopyPlan plan = new CopyPlan(0, maps, groups, Clock.SYSTEM);
      for (int map = 0; map < maps; map++) {
        plan.located(map, "a" + map, "http://127.0.0." + (1 + random.nextInt(trackers)) + ":1");
        BitSet hint = new BitSet();
        hint.set(0, 1 + random.nextInt(groups));
        plan.hint(hint);
        copyWhatIsThere(plan);
      }
      plan.bind(Table.hash(groups, 1));
      copyWhatIsThere(plan);
      assertTrue(plan.isWhole());
      assertTrue(plan.requests() <= maps, plan.requests() + " requests, seed " + seed);
    }
  }

  /** Batches are under way for a while: maps finish and hints change meanwhile. */
  @Test
  void neverMoreRequestsThanMapsWhileSomeAreUnderWay() throws Exception {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      int maps = 1 + random.nextInt(60);
      int groups = 96;
      int slots = 1 + random.nextInt(4);
      int trackers = 1 + random.nextInt(8);
      CopyPlan plan = new CopyPlan(0, maps, groups, Clock.SYSTEM);
      List<CopyBatch> underWay = new ArrayList<>();
      for (int map = 0; map < maps; map++) {
        plan.located(map, "a" + map, "http://127.0.0." + (1 + random.nextInt(trackers)) + ":1");
        if (random.nextInt(3) == 0) {
          BitSet hint = new BitSet();
          hint.set(random.nextInt(groups / 2), groups / 2 + random.nextInt(groups / 2));
          plan.hint(hint);
        }
        step(plan, random, underWay);
        if (map >= maps - 10 && random.nextInt(5) == 0) {
          plan.bind(Table.hash(groups, slots));
        }
      }
      plan.bind(Table.hash(groups, slots));
      while (!plan.isWhole()) {
        step(plan, random, underWay);
      }
      assertTrue(plan.requests() <= maps, plan.requests() + " requests, seed " + seed);
    }
  }

  private static void step(CopyPlan plan, Random random, List<CopyBatch> underWay) {
    CopyBatch next = random.nextInt(4) == 0 ? null : plan.tryNext();
    if (next != null) {
      underWay.add(next);
    }
    if (!underWay.isEmpty() && random.nextBoolean()) {
      copyAll(plan, underWay.remove(random.nextInt(underWay.size())));
    }
  }

  private static void copyWhatIsThere(CopyPlan plan) {
    for (CopyBatch batch = plan.tryNext(); batch != null; batch = plan.tryNext()) {
      copyAll(plan, batch);
    }
  }

  @Test
  void aLostMapIsFetchedFromItsNewPlace() throws Exception {
    CopyPlan plan = new CopyPlan(0, 1, 2, Clock.SYSTEM);
    plan.located(0, "old", HERE);
    plan.bind(Table.hash(2, 1));
    CopyBatch batch = plan.next();
    plan.copied(0, 0, null);
    plan.done(batch, false);
    plan.lost(0, "old");
    assertEquals(null, plan.tryNext());
    assertTrue(plan.allMapsDone());
    plan.located(0, "new", THERE);
    CopyBatch again = plan.next();
    assertEquals("new", part(again).attempts.get(0));
    assertArrayEquals(new int[] {1}, part(again).groups);
    plan.lost(0, "old");
    copyAll(plan, again);
    assertTrue(plan.isWhole());
  }

  @Test
  void anAttemptThatWasLostIsNotAskedForAgain() throws Exception {
    CopyPlan plan = new CopyPlan(0, 1, 2, Clock.SYSTEM);
    plan.lost(0, "old");
    plan.located(0, "old", HERE);
    plan.bind(Table.hash(2, 1));
    assertEquals(null, plan.tryNext());
    plan.located(0, "new", THERE);
    plan.located(0, "new", THERE);
    assertEquals("new", plan.tryNext().attempts().get(0));
  }

  @Test
  void abandonedMapsAreNotWaitedFor() throws Exception {
    CopyPlan plan = new CopyPlan(0, 2, 1, Clock.SYSTEM);
    plan.bind(Table.hash(1, 1));
    plan.abandoned(0);
    assertFalse(plan.awaitMaps(1));
    plan.located(1, "a", HERE);
    copyAll(plan, plan.next());
    assertTrue(plan.awaitMaps(1) && plan.awaitGroup(0, 1));
  }

  @Test
  void nothingRunsByAnIncompleteTable() {
    CopyPlan plan = new CopyPlan(0, 1, 2, Clock.SYSTEM);
    Table half = new Table(false, "t", 1, new int[2], new byte[2]);
    assertThrows(IOException.class, () -> plan.bind(half));
    assertThrows(IOException.class, () -> plan.bind(Table.hash(3, 1)));
    assertEquals(null, plan.table());
  }

  @Test
  void aFailingTrackerIsLeftAloneForAWhile() throws Exception {
    long[] now = {0};
    CopyPlan plan = new CopyPlan(0, 1, 1, () -> now[0]);
    plan.located(0, "a", HERE);
    plan.bind(Table.hash(1, 1));
    plan.done(plan.next(), false);
    assertEquals(null, plan.tryNext());
    now[0] += 501;
    assertEquals(HERE, plan.tryNext().tracker);
  }

  @Test
  void aMapThatIsMissedIsLeftAloneAndTheOthersOfItsTrackerAreNot() throws Exception {
    long[] now = {0};
    CopyPlan plan = new CopyPlan(0, 3, 1, () -> now[0]);
    plan.located(0, "a0", HERE);
    plan.located(1, "a1", HERE);
    plan.located(2, "a2", THERE);
    plan.bind(Table.hash(1, 1));
    CopyBatch both = plan.next();
    assertArrayEquals(new int[] {0, 1}, part(both).maps);
    plan.missed(0, "a0", HERE);
    plan.done(both, true);
    assertArrayEquals(new int[] {1}, part(plan.tryNext()).maps, "the other is asked for at once");
    plan.located(0, "a0", HERE);
    assertEquals(THERE, plan.tryNext().tracker, "the same news again change nothing");
    plan.lost(0, "a0");
    plan.located(0, "b0", THERE + "/elsewhere");
    assertEquals("b0", plan.tryNext().attempts().get(0), "another attempt is asked for at once");
  }

  @Test
  void aMapThatWasMissedIsAskedForAgainAfterAWhile() throws Exception {
    long[] now = {0};
    CopyPlan plan = new CopyPlan(0, 1, 1, () -> now[0]);
    plan.located(0, "a", HERE);
    plan.bind(Table.hash(1, 1));
    CopyBatch batch = plan.next();
    plan.missed(0, "a", HERE);
    plan.done(batch, true);
    assertEquals(null, plan.tryNext());
    now[0] += 501;
    assertEquals("a", plan.tryNext().attempts().get(0));
  }

  @Test
  void aFailureReachesWhoWaits() {
    CopyPlan plan = new CopyPlan(0, 1, 1, Clock.SYSTEM);
    plan.fail(new IOException("disk full"));
    Exception e = assertThrows(IOException.class, () -> plan.awaitMaps(1000));
    assertEquals("disk full", e.getMessage());
  }
}
