package io.evenkeel.daemon;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long each TaskTracker's maps of a job took, for the core, which tells the speed of slots from
 * it. One caller at a time.
 */
public final class MapPaces {
  private static final class Pace {
    private int number;
    private long maps;
    private double millis;
    private double squares;
    private long least = Long.MAX_VALUE;
  }

  private final Map<String, Pace> nodes = new LinkedHashMap<String, Pace>();

  /** A map has succeeded on a TaskTracker, by its name. */
  public void add(String tracker, long millis) {
    Pace pace = nodes.computeIfAbsent(tracker, t -> new Pace());
    if (pace.maps == 0) {
      pace.number = nodes.size() - 1;
    }
    pace.maps++;
    pace.millis += millis;
    pace.squares += (double) millis * millis;
    pace.least = Math.min(pace.least, millis);
  }

  /**
   * All that is known, as JSON.
   *
   * @param reduces the TaskTracker of each reduce task, null where there is none yet
   */
  public String json(List<String> reduces) {
    StringBuilder out = new StringBuilder("{\"nodes\":[");
    String comma = "";
    for (Pace pace : nodes.values()) {
      out.append(comma).append('[').append(pace.maps).append(',').append(pace.millis);
      out.append(',').append(pace.squares).append(',').append(pace.least).append(']');
      comma = ",";
    }
    out.append("],\"slots\":[");
    comma = "";
    for (String tracker : reduces) {
      Pace pace = nodes.get(tracker);
      out.append(comma).append(pace == null ? "null" : String.valueOf(pace.number));
      comma = ",";
    }
    return out.append("]}").toString();
  }
}
