package io.evenkeel;

import io.evenkeel.wire.Limits;
import io.evenkeel.wire.Statistic;
import io.evenkeel.wire.StatisticsMessage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a map task counts for its job. It is sent once, with the map's report, when the map's output
 * is final. Names are at most 128 bytes; all of a map's statistics together at most 256 KiB.
 */
public final class LocalStatistics {
  private final Map<String, Statistic> statistics = new TreeMap<String, Statistic>();
  private final Map<String, BytesCombiner> combiners = new TreeMap<String, BytesCombiner>();

  /** Without values. */
  public LocalStatistics() {}

  /** Adds a value to the statistic {@code name} over longs. */
  public synchronized void add(String name, long value) {
    Statistic known = statistics.get(name);
    if (known == null) {
      known = put(name, Statistic.ofLongs());
    }
    known.add(value);
  }

  /** Adds a value to the statistic {@code name} over doubles. */
  public synchronized void add(String name, double value) {
    Statistic known = statistics.get(name);
    if (known == null) {
      known = put(name, Statistic.ofDoubles());
    }
    known.add(value);
  }

  /** Adds bytes to the statistic {@code name}; the combiner keeps them to one piece a map. */
  public synchronized void add(String name, byte[] piece, BytesCombiner combiner) {
    Statistic known = statistics.get(name);
    if (known == null) {
      known = put(name, Statistic.ofBytes());
    }
    known.add(piece);
    combiners.put(name, combiner);
    if (known.count() >= 64) {
      known.replace(combiner.combine(known.pieces()));
    }
  }

  private Statistic put(String name, Statistic statistic) {
    int length = name.getBytes(StandardCharsets.UTF_8).length;
    if (length == 0 || length > StatisticsMessage.NAME_BYTES) {
      throw new IllegalArgumentException(
          "a statistic's name has 1 to " + StatisticsMessage.NAME_BYTES + " bytes: " + name);
    }
    if (statistics.size() >= Limits.STATISTICS) {
      throw new IllegalStateException("at most " + Limits.STATISTICS + " statistics a job");
    }
    statistics.put(name, statistic);
    return statistic;
  }

  /** The message for the report, or null if nothing was counted. Called by the task hook. */
  public synchronized byte[] message() {
    if (statistics.isEmpty()) {
      return null;
    }
    for (Map.Entry<String, BytesCombiner> e : combiners.entrySet()) {
      Statistic known = statistics.get(e.getKey());
      if (known.count() > 1) {
        known.replace(e.getValue().combine(known.pieces()));
      }
    }
    byte[] message = StatisticsMessage.encode(statistics);
    if (message.length > Limits.MAP_STATISTICS_BYTES) {
      throw new IllegalStateException(
          "this map's statistics take "
              + message.length
              + " bytes, at most "
              + Limits.MAP_STATISTICS_BYTES
              + " are sent");
    }
    return message;
  }
}
