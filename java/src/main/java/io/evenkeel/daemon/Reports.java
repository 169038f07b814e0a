package io.evenkeel.daemon;

import io.evenkeel.wire.Limits;
import io.evenkeel.wire.Report;
import io.evenkeel.wire.Statistic;
import io.evenkeel.wire.StatisticsMessage;
import io.evenkeel.wire.WireException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job's reports on their way to the planner (Section 4 of the paper, step 3): bounded, one a map,
 * plus the summed statistics.
 */
final class Reports {
  private static final int QUEUE_BYTES = 32 << 20;

  /** A map's report. */
  static final class Item {
    final int map;
    final byte[] message;

    Item(int map, byte[] message) {
      this.map = map;
      this.message = message;
    }
  }

  private final int maps;
  private final Budget shared;
  private final Budget allStatistics;
  private final Deque<Item> queue = new ArrayDeque<Item>();
  private final BitSet accepted = new BitSet();
  private final Map<String, Statistic> statistics = new TreeMap<String, Statistic>();
  private int statisticsWeight;
  private int queuedBytes;
  private int taken;
  private boolean closed;
  private boolean dropped;
  private long duplicates;
  private long late;

  /** For a job of so many maps, within budgets of bytes that all jobs share. */
  Reports(int maps, Budget shared, Budget allStatistics) {
    this.maps = maps;
    this.shared = shared;
    this.allStatistics = allStatistics;
  }

  /**
   * Takes a report in; false if there is no room now. A map's second report is counted and dropped,
   * and so is what comes after {@link #close}.
   */
  synchronized boolean offer(int map, byte[] message) {
    if (accepted.get(map)) {
      duplicates++;
      return true;
    }
    if (closed) {
      late++;
      return true;
    }
    if (queuedBytes > 0 && queuedBytes + message.length > QUEUE_BYTES
        || !shared.take(message.length)) {
      return false;
    }
    accepted.set(map);
    queue.add(new Item(map, message));
    queuedBytes += message.length;
    return true;
  }

  /** Whether a map's report was taken in. */
  synchronized boolean has(int map) {
    return accepted.get(map);
  }

  /** From now on nothing is taken in; what waits still goes to the planner. */
  synchronized void close() {
    closed = true;
  }

  /** How many reports were dropped because their map had reported. */
  synchronized long duplicates() {
    return duplicates;
  }

  /** How many reports were dropped because they came after {@link #close}. */
  synchronized long late() {
    return late;
  }

  /** The next report for the planner, or null. */
  synchronized Item poll() {
    Item item = queue.poll();
    if (item != null) {
      release(item);
      taken++;
    }
    return item;
  }

  private void release(Item item) {
    queuedBytes -= item.message.length;
    shared.give(item.message.length);
  }

  /** Drops what waits: nobody will ask for it. */
  synchronized void clear() {
    for (Item item = queue.poll(); item != null; item = queue.poll()) {
      release(item);
    }
  }

  /** Drops the job's statistics: it has ended. */
  synchronized void dropStatistics() {
    dropped = true;
    allStatistics.give(statisticsWeight);
    statisticsWeight = 0;
    statistics.clear();
  }

  /** Adds the report's statistics to the job's. */
  synchronized void count(Item item) throws WireException {
    byte[] message = Report.statistics(item.message);
    if (message != null && !dropped) {
      if (message.length > Limits.MAP_STATISTICS_BYTES) {
        throw new WireException("statistics of " + message.length + " bytes");
      }
      add(StatisticsMessage.decode(message));
    }
  }

  private void add(Map<String, Statistic> map) throws WireException {
    int most = StatisticsMessage.merge(new TreeMap<String, Statistic>(), 0, map);
    if (!allStatistics.take(most)) {
      throw new WireException("the statistics of all jobs together take too much memory");
    }
    int before = statisticsWeight;
    try {
      statisticsWeight = StatisticsMessage.merge(statistics, before, map);
    } finally {
      allStatistics.give(most - (statisticsWeight - before));
    }
  }

  /** Whether every map's report went to the planner. */
  synchronized boolean complete() {
    return taken >= maps;
  }

  /** How many maps have reported. */
  synchronized int seen() {
    return accepted.cardinality();
  }

  /** Whether any map sent statistics. */
  synchronized boolean hasStatistics() {
    return !statistics.isEmpty();
  }

  /** The job's statistics as a message. */
  synchronized byte[] statistics() {
    return StatisticsMessage.encode(statistics);
  }
}
