package io.evenkeel;

import io.evenkeel.wire.Statistic;
import io.evenkeel.wire.StatisticsMessage;
import io.evenkeel.wire.WireException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/**
 * The aggregated statistics of all maps of a job, the same for each attempt of each reduce task. A
 * map whose report was lost is missing in them: they are advice.
 */
public final class GlobalStatistics {
  private final Map<String, Statistic> statistics;

  private GlobalStatistics(Map<String, Statistic> statistics) {
    this.statistics = statistics;
  }

  /** Statistics of a job that is not late-bound: none. */
  static GlobalStatistics none() {
    return new GlobalStatistics(Collections.<String, Statistic>emptyMap());
  }

  /** Reads the aggregated message. */
  public static GlobalStatistics decode(byte[] message) throws WireException {
    return new GlobalStatistics(StatisticsMessage.decode(message));
  }

  /** Names of all statistics. */
  public Set<String> names() {
    return Collections.unmodifiableSet(statistics.keySet());
  }

  /**
   * How many values were added to {@code name}; 0 if it is unknown. Of bytes: how many pieces are
   * left, one a map.
   */
  public long count(String name) {
    Statistic known = statistics.get(name);
    return known == null ? 0 : known.count();
  }

  /** Sum over longs; 0 if the name is unknown. */
  public long sum(String name) {
    Statistic known = statistics.get(name);
    return known == null ? 0 : known.longSum();
  }

  /** Smallest long; {@link Long#MAX_VALUE} if the name is unknown. */
  public long min(String name) {
    Statistic known = statistics.get(name);
    return known == null ? Long.MAX_VALUE : known.longMin();
  }

  /** Largest long; {@link Long#MIN_VALUE} if the name is unknown. */
  public long max(String name) {
    Statistic known = statistics.get(name);
    return known == null ? Long.MIN_VALUE : known.longMax();
  }

  /** Sum over doubles; 0 if the name is unknown. */
  public double doubleSum(String name) {
    Statistic known = statistics.get(name);
    return known == null ? 0 : known.doubleSum();
  }

  /** Smallest double; positive infinity if the name is unknown. */
  public double doubleMin(String name) {
    Statistic known = statistics.get(name);
    return known == null ? Double.POSITIVE_INFINITY : known.doubleMin();
  }

  /** Largest double; negative infinity if the name is unknown. */
  public double doubleMax(String name) {
    Statistic known = statistics.get(name);
    return known == null ? Double.NEGATIVE_INFINITY : known.doubleMax();
  }

  /** The bytes of all maps, combined here, in the reduce task; null if the name is unknown. */
  public byte[] bytes(String name, BytesCombiner combiner) {
    Statistic known = statistics.get(name);
    if (known == null || known.pieces().isEmpty()) {
      return null;
    }
    return known.count() == 1 ? known.pieces().get(0).clone() : combiner.combine(known.pieces());
  }
}
