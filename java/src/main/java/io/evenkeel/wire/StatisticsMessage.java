package io.evenkeel.wire;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Named statistics of a map, or of a job, on the wire. */
public final class StatisticsMessage {
  /** Bytes of a statistic's name. */
  public static final int NAME_BYTES = 128;

  private StatisticsMessage() {}

  /** The message. */
  public static byte[] encode(Map<String, Statistic> statistics) {
    ByteWriter out = new ByteWriter().varint(statistics.size());
    for (Map.Entry<String, Statistic> e : new TreeMap<String, Statistic>(statistics).entrySet()) {
      out.text(e.getKey());
      e.getValue().encode(out);
    }
    return out.bytes();
  }

  /** Reads the message. */
  public static Map<String, Statistic> decode(byte[] message) throws WireException {
    ByteReader in = new ByteReader(message);
    int count = in.bounded("number of statistics", Limits.STATISTICS);
    Map<String, Statistic> out = new TreeMap<String, Statistic>();
    for (int i = 0; i < count; i++) {
      String name = in.text("name of a statistic", NAME_BYTES);
      if (out.put(name, Statistic.decode(in)) != null) {
        throw new WireException("a statistic stands twice");
      }
    }
    in.end();
    return out;
  }

  /**
   * Adds one map's statistics to a job's, all or nothing.
   *
   * @return the job's new weight in bytes
   * @throws WireException if kinds disagree or the job's limits would be exceeded
   */
  public static int merge(Map<String, Statistic> job, int weight, Map<String, Statistic> map)
      throws WireException {
    int sum = weight;
    int names = job.size();
    for (Map.Entry<String, Statistic> e : map.entrySet()) {
      Statistic known = job.get(e.getKey());
      if (known == null) {
        names++;
        sum += e.getKey().getBytes(StandardCharsets.UTF_8).length;
      } else {
        known.merge(e.getValue().empty());
      }
      sum += e.getValue().weight();
      if (sum > Limits.JOB_STATISTICS_BYTES || names > Limits.STATISTICS) {
        throw new WireException(
            "the job's statistics exceed "
                + Limits.JOB_STATISTICS_BYTES
                + " bytes or "
                + Limits.STATISTICS
                + " names");
      }
    }
    for (Map.Entry<String, Statistic> e : map.entrySet()) {
      Statistic known = job.get(e.getKey());
      if (known == null) {
        job.put(e.getKey(), e.getValue());
      } else {
        known.merge(e.getValue());
        sum -= e.getValue().weight() - e.getValue().pieceWeight();
      }
    }
    return sum;
  }
}
