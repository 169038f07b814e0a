package io.evenkeel.reduce;

import io.evenkeel.pairs.Segment;
import io.evenkeel.wire.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * What is known, what is wanted and what is here (Section 4 of the paper, step 6): the state that
 * copiers, watchers and the sorter share. Hints widen what is wanted; the table fixes it. Only the
 * table makes a group ready.
 */
final class CopyPlan {
  private final int slot;
  private final int maps;
  private final MapAttempts attempts;
  private final Holdings holdings;
  private final Shelves shelves;
  private final BatchPicker picker;
  private final List<List<Segment>> segments;
  private final Set<String> busy = new HashSet<>();
  private final Penalties penalties;
  private final int[] counts;
  private final BitSet ready = new BitSet();
  private final Clock clock;

  /** Maps that are not to be asked for now, and their TaskTrackers. */
  private final Map<Integer, String> aside = new HashMap<>();

  private Table table;
  private int[] order;
  private boolean closed;
  private Throwable failure;

  CopyPlan(int slot, int maps, int groups, Clock clock) {
    this.slot = slot;
    this.clock = clock;
    this.maps = maps;
    this.attempts = new MapAttempts(maps);
    this.holdings = new Holdings(maps);
    this.shelves = new Shelves(maps);
    this.picker = new BatchPicker(slot, holdings, attempts, shelves);
    this.penalties = new Penalties(clock);
    this.counts = new int[groups];
    this.segments = new ArrayList<>(groups);
    for (int g = 0; g < groups; g++) {
      segments.add(new ArrayList<>());
    }
  }

  // ---- what is known -------------------------------------------------------------------------

  /** A map's output is at a TaskTracker. */
  synchronized void located(int map, String attempt, String tracker) {
    attempts.succeeded(map, attempt);
    if (attempt.equals(attempts.of(map))) {
      aside.put(map, tracker);
      putBack();
    }
    notifyAll();
  }

  /**
   * That attempt's output could not be had where it should be. The JobTracker is told and may run
   * the map again; until it says so, the attempt is asked for from time to time, and the others of
   * its TaskTracker as ever.
   */
  synchronized void missed(int map, String attempt, String tracker) {
    if (attempt.equals(attempts.of(map))) {
      penalties.add(attempt);
      shelves.remove(map);
      aside.put(map, tracker);
    }
  }

  private void putBack() {
    Iterator<Map.Entry<Integer, String>> all = aside.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Integer, String> one = all.next();
      int map = one.getKey();
      String attempt = attempts.of(map);
      if (attempt != null && penalties.waits(attempt)) {
        continue;
      }
      all.remove();
      if (attempt != null) {
        shelves.put(map, one.getValue(), holdings.kindOf(map));
      }
    }
  }

  /** That attempt's output is no longer to be had. */
  synchronized void lost(int map, String attempt) {
    attempts.lost(map, attempt);
    if (attempts.of(map) == null) {
      shelves.remove(map);
      aside.remove(map);
    }
  }

  /** The job goes on without this map. */
  synchronized void abandoned(int map) {
    attempts.abandoned(map);
    shelves.remove(map);
    aside.remove(map);
    notifyAll();
  }

  /** Events start anew. */
  synchronized void forgetPlaces() {
    attempts.forget();
    aside.clear();
    shelves.clear();
  }

  /** Advice: these groups will probably be ours. */
  synchronized void hint(BitSet groups) {
    if (table == null) {
      picker.want(groups);
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
    picker.bind(decided, order);
    table = decided;
    notifyAll();
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
    return attempts.done();
  }

  synchronized boolean allMapsDone() {
    return attempts.done() == maps;
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
    return picker.requests();
  }

  // ---- what copiers do -----------------------------------------------------------------------

  /** The next batch; waits for one. Null: nothing is left to do for this task. */
  synchronized CopyBatch next() throws InterruptedException {
    while (!closed) {
      CopyBatch batch = tryNext();
      if (batch != null) {
        return batch;
      }
      wait(Math.max(10, Math.min(1000, penalties.soonest())));
    }
    return null;
  }

  /** The next batch, or null if there is none now. */
  synchronized CopyBatch tryNext() {
    putBack();
    CopyBatch batch = picker.pick(tracker -> busy.contains(tracker) || penalties.waits(tracker));
    if (batch != null) {
      busy.add(batch.tracker);
    }
    return batch;
  }

  /** One group of one map has been copied; {@code segment} is null if it holds no pair. */
  synchronized void copied(int map, int group, Segment segment) {
    if (holdings.has(map, group)) {
      return;
    }
    holdings.add(map, group);
    if (segment != null) {
      segments.get(group).add(segment);
    }
    if (++counts[group] + attempts.abandoned() >= maps) {
      notifyAll();
    }
  }

  /** A batch is over. */
  synchronized void done(CopyBatch batch, boolean good) {
    busy.remove(batch.tracker);
    picker.done(batch);
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
    return await(() -> attempts.done() == maps, millis);
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

  /** Once here, a group stays here: what is known is not looked at again. */
  private boolean ready(int group) {
    if (ready.get(group)) {
      return true;
    }
    if (table == null || attempts.done() < maps || counts[group] + attempts.abandoned() < maps) {
      return false;
    }
    for (int map = 0; map < maps; map++) {
      if (!holdings.has(map, group) && !attempts.isAbandoned(map)) {
        return false;
      }
    }
    ready.set(group);
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
