package io.evenkeel.reduce;

import io.evenkeel.wire.Table;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Chooses what is copied next, and keeps the number of requests at stock Hadoop's one a map. Its
 * work grows with the kinds of maps at TaskTrackers, not with maps times groups. Not safe for
 * threads by itself.
 */
final class BatchPicker {
  private static final int MOST_PIECES = 4;

  /**
   * Requests under way at once before the table is there. Two keep lines and disks at work; over a
   * slow line more of them stand in the way of what the table then asks for first.
   */
  private static final int MOST_EARLY = 2;

  private final int slot;
  private final Holdings holdings;
  private final MapAttempts attempts;
  private final Shelves shelves;

  private BitSet wanted = new BitSet();
  private Table table;
  private int[] order;
  private List<BitSet> pieces;
  private boolean piecesAreLast;
  private int requests;
  private int underWay;

  BatchPicker(int slot, Holdings holdings, MapAttempts attempts, Shelves shelves) {
    this.slot = slot;
    this.holdings = holdings;
    this.attempts = attempts;
    this.shelves = shelves;
  }

  /** Advice: these groups are worth a request. */
  void want(BitSet groups) {
    wanted = groups;
  }

  /** The decision: these groups, in this order. */
  void bind(Table decided, int[] runOrder) {
    table = decided;
    order = runOrder;
    wanted = new BitSet();
    for (int g : runOrder) {
      wanted.set(g);
    }
  }

  int requests() {
    return requests;
  }

  /** The next batch, or null; from no TaskTracker that {@code closed} says not to ask now. */
  CopyBatch pick(Predicate<String> closed) {
    boolean settled = table != null && attempts.done() == holdings.maps();
    if (wanted.isEmpty() || !(settled || mayAskEarly())) {
      return null;
    }
    List<BitSet> parts = table == null ? Collections.singletonList(wanted) : pieces(settled);
    String best = null;
    int bestPart = parts.size();
    for (String tracker : inTurn()) {
      if (closed.test(tracker)) {
        continue;
      }
      for (int part = 0; part < bestPart; part++) {
        BitSet groups = parts.get(part);
        if (settled ? isLacking(tracker, groups) : pays(tracker, groups)) {
          best = tracker;
          bestPart = part;
        }
      }
    }
    return best == null ? null : take(best, parts.get(bestPart));
  }

  /**
   * TaskTrackers from another one on in each slot, so that reducers do not all ask the same one.
   */
  private List<String> inTurn() {
    List<String> trackers = new ArrayList<>(shelves.trackers());
    if (!trackers.isEmpty()) {
      Collections.rotate(trackers, -(slot % trackers.size()));
    }
    return trackers;
  }

  /** What was asked for is here, or will not come. */
  void done(CopyBatch batch) {
    underWay--;
    for (CopyBatch.Part part : batch.parts) {
      for (int map : part.maps) {
        shelves.change(map, holdings.settle(map));
      }
    }
  }

  private boolean isLacking(String tracker, BitSet groups) {
    for (int kind : shelves.at(tracker).keySet()) {
      if (!missing(kind, groups).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a TaskTracker has enough for a request before everything is known: three maps or a
   * quarter of those that it will probably run, but no more than half. What is asked for map by map
   * as they finish costs a task more than it gains by having it early, and leaves no requests for
   * the pieces that make the first groups run soon. A map of which some groups are here counts as
   * the part that is missing.
   */
  private boolean pays(String tracker, BitSet groups) {
    int each = holdings.maps() / Math.max(1, shelves.trackers().size());
    int some = Math.min(Math.max(3, (each + 3) / 4), (each + 1) / 2);
    long enough = each < 2 ? 1 : Math.max(2, some);
    long segments = lacking(tracker, groups);
    return segments > 0 && segments >= enough * groups.cardinality();
  }

  /** Segments of these groups that a TaskTracker has and this task has not. */
  private long lacking(String tracker, BitSet groups) {
    long sum = 0;
    for (Map.Entry<Integer, SortedSet<Integer>> one : shelves.at(tracker).entrySet()) {
      sum += (long) one.getValue().size() * missing(one.getKey(), groups).cardinality();
    }
    return sum;
  }

  private BitSet missing(int kind, BitSet groups) {
    BitSet missing = (BitSet) groups.clone();
    missing.andNot(holdings.of(kind));
    return missing;
  }

  /** All that is lacking of these groups at a TaskTracker, a part for maps that lack the same. */
  private CopyBatch take(String tracker, BitSet groups) {
    Map<BitSet, SortedSet<Integer>> byLack = new LinkedHashMap<>();
    shelves
        .at(tracker)
        .forEach(
            (kind, maps) ->
                byLack.computeIfAbsent(missing(kind, groups), m -> new TreeSet<>()).addAll(maps));
    byLack.remove(new BitSet());
    List<CopyBatch.Part> parts = new ArrayList<>();
    byLack.forEach((lack, maps) -> parts.add(part(maps, inOrder(lack))));
    requests++;
    underWay++;
    return new CopyBatch(tracker, parts);
  }

  private CopyBatch.Part part(SortedSet<Integer> maps, int[] groups) {
    int[] numbers = new int[maps.size()];
    List<String> chosen = new ArrayList<>();
    for (int map : maps) {
      numbers[chosen.size()] = map;
      chosen.add(attempts.of(map));
    }
    return new CopyBatch.Part(numbers, chosen, groups);
  }

  /**
   * The pieces in which the rest is fetched: as many as keep this task at one request a map, and
   * the fewer the more is here already. Of four pieces the first is a fifteenth of all there is to
   * copy, and no first piece is to be smaller than that. They are cut when the table is there,
   * which is before the last maps' places are known, with a request for each TaskTracker kept back;
   * and again for what is left then.
   */
  private List<BitSet> pieces(boolean settled) {
    if (pieces == null || (settled && !piecesAreLast)) {
      int kept = settled ? 0 : shelves.trackers().size();
      int spare = Math.max(0, holdings.maps() - requests - kept) / Math.max(1, requestsLeft());
      double units = ((1 << MOST_PIECES) - 1) * shareLacking();
      int worth = 31 - Integer.numberOfLeadingZeros(1 + (int) units);
      pieces = Binding.pieces(order, table, Math.max(1, Math.min(worth, spare)));
      piecesAreLast = settled;
    }
    return pieces;
  }

  /** What part of this slot's segments is still to be copied. */
  private double shareLacking() {
    long groups = wanted.cardinality();
    long lacking = (holdings.maps() - attempts.done()) * groups;
    for (String tracker : shelves.trackers()) {
      lacking += lacking(tracker, wanted);
    }
    return (double) lacking / Math.max(1, holdings.maps() * groups);
  }

  private boolean mayAskEarly() {
    return affordable() && (table != null || underWay < MOST_EARLY);
  }

  /**
   * Whether a request that is sent before everything is known leaves this task with no more than
   * one request a map, which is what stock Hadoop makes: what is left then costs one for each
   * TaskTracker, and at most one for each map that is still to come.
   */
  private boolean affordable() {
    return requests + 1 + shelves.trackers().size() <= attempts.done();
  }

  /** Requests that would bring all that is wanted, unless it is cut into pieces. */
  private int requestsLeft() {
    int sum = underWay;
    for (String tracker : shelves.trackers()) {
      if (isLacking(tracker, wanted)) {
        sum++;
      }
    }
    return sum;
  }

  private int[] inOrder(BitSet groups) {
    int[] out = new int[groups.cardinality()];
    int at = 0;
    if (order == null) {
      for (int g = groups.nextSetBit(0); g >= 0; g = groups.nextSetBit(g + 1)) {
        out[at++] = g;
      }
      return out;
    }
    for (int g : order) {
      if (groups.get(g)) {
        out[at++] = g;
      }
    }
    return out;
  }
}
