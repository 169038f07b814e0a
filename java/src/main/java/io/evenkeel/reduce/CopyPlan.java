package io.evenkeel.reduce;

import io.evenkeel.wire.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * What is known, what is wanted and what is here: the state that copiers, watchers and the sorter
 * share. Hints widen what is wanted; the table fixes it. Only the table makes a group ready.
 */
final class CopyPlan {
  private static final int MOST_PIECES = 4;

  private final int slot;
  private final MapPlaces places;
  private final BitSet[] have;
  private final List<List<Segment>> segments;
  private final Set<String> busy = new HashSet<>();
  private final TrackerPenalties penalties;
  private final int[] counts;
  private final Clock clock;

  private BitSet wanted = new BitSet();
  private List<BitSet> pieces;
  private Table table;
  private int[] order;
  private int requests;
  private boolean closed;
  private Throwable failure;

  CopyPlan(int slot, int maps, int groups, Clock clock) {
    this.slot = slot;
    this.clock = clock;
    this.places = new MapPlaces(maps);
    this.penalties = new TrackerPenalties(clock);
    this.have = new BitSet[maps];
    this.counts = new int[groups];
    this.segments = new ArrayList<>(groups);
    for (int m = 0; m < maps; m++) {
      have[m] = new BitSet(groups);
    }
    for (int g = 0; g < groups; g++) {
      segments.add(new ArrayList<>());
    }
  }

  // ---- what is known -------------------------------------------------------------------------

  /** A map's output is at a TaskTracker. */
  synchronized void located(int map, String attempt, String tracker) {
    places.located(map, attempt, tracker);
    notifyAll();
  }

  /** That attempt's output is no longer to be had. */
  synchronized void lost(int map, String attempt) {
    places.lost(map, attempt);
  }

  /** The job goes on without this map. */
  synchronized void abandoned(int map) {
    places.abandoned(map);
    notifyAll();
  }

  /** Events start anew. */
  synchronized void forgetPlaces() {
    places.forget();
  }

  /** Advice: these groups will probably be ours. */
  synchronized void hint(BitSet groups) {
    if (table == null) {
      wanted = groups;
      notifyAll();
    }
  }

  /** The decision. */
  synchronized void bind(Table decided) throws IOException {
    if (table != null) {
      return;
    }
    if (!decided.complete() || decided.groups() != segments.size()) {
      throw new IOException("a table that is not complete: nothing may run by it");
    }
    order = Binding.runOrder(decided, slot);
    wanted = new BitSet();
    for (int g : order) {
      wanted.set(g);
    }
    table = decided;
    notifyAll();
  }

  /**
   * The pieces in which the rest is fetched, decided when the table is there and every map's place
   * is known: as many as keep this task at one request a map.
   */
  private List<BitSet> pieces() {
    if (pieces == null) {
      int spare = Math.max(0, have.length - requests) / Math.max(1, requestsLeft());
      pieces = Binding.pieces(order, table, Math.max(1, Math.min(MOST_PIECES, spare)));
    }
    return pieces;
  }

  /** Requests that would bring all that is wanted, unless it is cut into pieces. */
  private int requestsLeft() {
    int sum = 0;
    for (String tracker : places.trackers()) {
      sum += lacks(places.at(tracker), wanted).size();
    }
    return sum;
  }

  synchronized Table table() {
    return table;
  }

  /** This slot's groups in the order they run, or null before the table is known. */
  synchronized int[] order() {
    return order;
  }

  /** How many maps have finished, one way or the other. */
  synchronized int mapsDone() {
    return places.done();
  }

  synchronized boolean allMapsDone() {
    return places.done() == have.length;
  }

  /** Whether everything this task will run is here. */
  synchronized boolean isWhole() {
    if (table == null) {
      return false;
    }
    for (int group : order) {
      if (!ready(group)) {
        return false;
      }
    }
    return true;
  }

  synchronized int requests() {
    return requests;
  }

  // ---- what copiers do -----------------------------------------------------------------------

  /** The next batch; waits for one. Null: nothing is left to do for this task. */
  synchronized Batch next() throws InterruptedException {
    while (!closed) {
      Batch batch = tryNext();
      if (batch != null) {
        return batch;
      }
      wait(Math.max(10, Math.min(1000, penalties.soonest())));
    }
    return null;
  }

  /** The next batch, or null if there is none now. */
  synchronized Batch tryNext() {
    Batch batch = pick();
    if (batch != null) {
      busy.add(batch.tracker);
      requests++;
    }
    return batch;
  }

  /** One group of one map has been copied; {@code segment} is null if it holds no pair. */
  synchronized void copied(int map, int group, Segment segment) {
    if (have[map].get(group)) {
      return;
    }
    have[map].set(group);
    if (segment != null) {
      segments.get(group).add(segment);
    }
    if (++counts[group] + places.abandoned() >= have.length) {
      notifyAll();
    }
  }

  /** A batch is over. */
  synchronized void done(Batch batch, boolean good) {
    busy.remove(batch.tracker);
    if (good) {
      penalties.clear(batch.tracker);
    } else {
      penalties.add(batch.tracker);
    }
    notifyAll();
  }

  /** How often in a row a TaskTracker has failed us. */
  synchronized int failures(String tracker) {
    return penalties.failures(tracker);
  }

  private Batch pick() {
    if (wanted.isEmpty() || (!isSettled() && !affordable())) {
      return null;
    }
    List<BitSet> parts = isSettled() ? pieces() : Collections.singletonList(wanted);
    Batch best = null;
    int bestPart = parts.size();
    for (String tracker : places.trackers()) {
      if (busy.contains(tracker) || penalties.waits(tracker)) {
        continue;
      }
      int[] maps = places.at(tracker);
      for (int part = 0; part < bestPart; part++) {
        Batch batch = batch(tracker, maps, parts.get(part));
        if (batch != null) {
          best = batch;
          bestPart = part;
        }
      }
    }
    return best;
  }

  /** Whether it is known what to copy and from where. */
  private boolean isSettled() {
    return table != null && places.done() == have.length;
  }

  /** Most of the maps of one tracker that lack the very same groups. */
  private Batch batch(String tracker, int[] maps, BitSet groups) {
    Map<BitSet, List<Integer>> lacks = lacks(maps, groups);
    BitSet lack = null;
    for (Map.Entry<BitSet, List<Integer>> one : lacks.entrySet()) {
      if (lack == null || one.getValue().size() > lacks.get(lack).size()) {
        lack = one.getKey();
      }
    }
    if (lack == null) {
      return null;
    }
    List<Integer> chosen = lacks.get(lack);
    int[] numbers = new int[chosen.size()];
    List<String> attempts = new ArrayList<>();
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = chosen.get(i);
      attempts.add(places.attempt(numbers[i]));
    }
    return new Batch(tracker, numbers, attempts, inOrder(lack));
  }

  /** Maps by the groups that they lack. */
  private Map<BitSet, List<Integer>> lacks(int[] maps, BitSet groups) {
    Map<BitSet, List<Integer>> lacks = new LinkedHashMap<>();
    for (int map : maps) {
      BitSet missing = (BitSet) groups.clone();
      missing.andNot(have[map]);
      if (!missing.isEmpty()) {
        lacks.computeIfAbsent(missing, m -> new ArrayList<>()).add(map);
      }
    }
    return lacks;
  }

  /**
   * Whether a request that is sent before everything is known leaves this task with no more than
   * one request a map, which is what stock Hadoop makes: what is left then costs one for each kind
   * of map at a TaskTracker, and one for each map that is still to come.
   */
  private boolean affordable() {
    int left = table == null ? 1 + kinds() : requestsLeft();
    return requests + left <= places.done();
  }

  /** Maps at one TaskTracker are of one kind if the same groups of them are here. */
  private int kinds() {
    int sum = 0;
    for (String tracker : places.trackers()) {
      Set<BitSet> kinds = new HashSet<>();
      for (int map : places.at(tracker)) {
        kinds.add(have[map]);
      }
      sum += kinds.size();
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

  // ---- what the sorter waits for -------------------------------------------------------------

  /** Waits until a group is here from every map; false if that took longer than {@code millis}. */
  boolean awaitGroup(int group, long millis) throws IOException, InterruptedException {
    return await(() -> ready(group), millis);
  }

  /** Waits until {@link #table} is there; false if that took longer than {@code millis}. */
  boolean awaitTable(long millis) throws IOException, InterruptedException {
    return await(() -> table != null, millis);
  }

  /** Waits until every map has finished; false if that took longer than {@code millis}. */
  boolean awaitMaps(long millis) throws IOException, InterruptedException {
    return await(() -> places.done() == have.length, millis);
  }

  private synchronized boolean await(BooleanSupplier condition, long millis)
      throws IOException, InterruptedException {
    long end = clock.millis() + millis;
    while (!condition.getAsBoolean()) {
      check();
      long left = end - clock.millis();
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  private boolean ready(int group) {
    if (table == null
        || places.done() < have.length
        || counts[group] + places.abandoned() < have.length) {
      return false;
    }
    for (int map = 0; map < have.length; map++) {
      if (!have[map].get(group) && !places.isAbandoned(map)) {
        return false;
      }
    }
    return true;
  }

  /** The copied segments of a group; the plan keeps no hold on them. */
  synchronized List<Segment> take(int group) {
    List<Segment> taken = segments.get(group);
    segments.set(group, new ArrayList<>());
    return taken;
  }

  // ---- the end -------------------------------------------------------------------------------

  /** Something went wrong for good: everyone who waits hears of it. */
  synchronized void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
    closed = true;
    notifyAll();
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }

  synchronized boolean isClosed() {
    return closed;
  }

  private void check() throws IOException {
    if (failure != null) {
      throw new IOException(failure.getMessage(), failure);
    }
    if (closed) {
      throw new IOException("the task is over");
    }
  }
}
