package io.evenkeel.daemon.page;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What the list shows of a job's loads: how even they are, and their distribution as a few bars.
 */
public final class Shape {
  /** Nothing counted yet. */
  public static final Shape NONE = new Shape(0, 0, 0, new int[0]);

  private static final int BARS = 40;
  private static final int FULL = 100;
  private static final int DECADES = 4;

  /** Load counted so far. */
  public final long total;

  /** Busiest slot over the mean, in time, by hashing; 0 if unknown. */
  public final double hashRatio;

  /** Busiest slot over the mean, in time, by the table; 0 before it. */
  public final double ratio;

  /** Loads of groups, largest first, on a log scale of four decades from 0 to 100. */
  private final int[] bars;

  /** All four. */
  Shape(long total, double hashRatio, double ratio, int[] bars) {
    this.total = total;
    this.hashRatio = hashRatio;
    this.ratio = ratio;
    this.bars = bars;
  }

  /** The same loads where the table is the hash table, whatever the core has planned. */
  Shape hashed() {
    return new Shape(total, hashRatio, hashRatio, bars);
  }

  /** Loads of groups, largest first, on a log scale from 0 to 100. */
  public int[] bars() {
    return bars.clone();
  }

  /** Reads the core's own snapshot; what it does not find is unknown. */
  public static Shape of(byte[] snapshot, String load) {
    String json = new String(snapshot, StandardCharsets.UTF_8);
    long[] loads = numbers(json, "bytes".equals(load) ? "bytes" : "loads");
    long total = 0;
    for (long each : loads) {
      total += each;
    }
    if (total <= 0) {
      return NONE;
    }
    long[] speeds = numbers(json, "speeds");
    double hash = ratio(numbers(json, "hash_loads"), speeds, total);
    return new Shape(total, hash, ratio(numbers(json, "table_loads"), speeds, total), bars(loads));
  }

  /** The busiest slot's time over the mean; slots without speeds are equal. */
  private static double ratio(long[] slots, long[] speeds, long total) {
    double max = 0;
    double all = 0;
    for (int i = 0; i < slots.length; i++) {
      double speed = i < speeds.length ? speeds[i] : 1;
      max = Math.max(max, slots[i] / speed);
      all += speed;
    }
    return max * all / total;
  }

  private static int[] bars(long[] loads) {
    long[] sorted = loads.clone();
    Arrays.sort(sorted);
    int count = Math.min(BARS, sorted.length);
    double top = sorted[sorted.length - 1];
    int[] out = new int[count];
    for (int i = 0; i < count; i++) {
      long load = sorted[sorted.length - 1 - (int) ((long) i * sorted.length / count)];
      double height = load == 0 ? 0 : 1 + Math.log10(load / top) / DECADES;
      out[i] = (int) Math.round(FULL * Math.max(load == 0 ? 0 : 0.02, height));
    }
    return out;
  }

  /**
   * The numbers of a top-level list. A quote inside a JSON string follows a backslash, so no key or
   * name of a job can look like the pattern.
   */
  static long[] numbers(String json, String field) {
    int at = json.indexOf("\"" + field + "\":[");
    int end = at < 0 ? -1 : json.indexOf(']', at);
    if (end < 0) {
      return new long[0];
    }
    String list = json.substring(at + field.length() + 4, end);
    if (list.trim().isEmpty()) {
      return new long[0];
    }
    String[] words = list.split(",");
    long[] out = new long[words.length];
    for (int i = 0; i < words.length; i++) {
      try {
        out[i] = Long.parseLong(words[i].trim());
      } catch (NumberFormatException e) {
        return new long[0];
      }
    }
    return out;
  }
}
