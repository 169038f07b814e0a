package io.evenkeel.daemon;

import io.evenkeel.wire.Report;
import io.evenkeel.wire.Statistic;
import io.evenkeel.wire.StatisticsMessage;
import io.evenkeel.wire.WireException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/** A job's reports on their way to the planner: bounded, one a map, plus the summed statistics. */
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
  private final Deque<Item> queue = new ArrayDeque<Item>();
  private final BitSet accepted = new BitSet();
  private final Map<String, Statistic> statistics = new TreeMap<String, Statistic>();
  private int statisticsWeight;
  private int queuedBytes;
  private int taken;

  Reports(int maps) {
    this.maps = maps;
  }

  /** Takes a report in; false if there is no room now. A map's second report is dropped. */
  synchronized boolean offer(int map, byte[] message) {
    if (accepted.get(map)) {
      return true;
    }
    if (queuedBytes > 0 && queuedBytes + message.length > QUEUE_BYTES) {
      return false;
    }
    accepted.set(map);
    queue.add(new Item(map, message));
    queuedBytes += message.length;
    return true;
  }

  /** The next report for the planner, or null. */
  synchronized Item poll() {
    Item item = queue.poll();
    if (item != null) {
      queuedBytes -= item.message.length;
      taken++;
    }
    return item;
  }

  /** Adds the report's statistics to the job's. */
  synchronized void count(Item item) throws WireException {
    byte[] message = Report.statistics(item.message);
    if (message != null) {
      statisticsWeight =
          StatisticsMessage.merge(statistics, statisticsWeight, StatisticsMessage.decode(message));
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
