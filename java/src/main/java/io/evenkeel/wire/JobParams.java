package io.evenkeel.wire;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The one set of parameters of a job, decided by the JobTracker's hook (safety rule 2 of
 * docs/hadoop.md).
 */
public final class JobParams {
  private static final String VERSION = "1";

  /** Characters of a value: an error, with what a user wrote, still fits into a message. */
  private static final int MOST = 1000;

  private final SortedMap<String, String> values;

  private JobParams(SortedMap<String, String> values) {
    this.values = values;
  }

  /** Starts with the version and nothing else. */
  public static Builder builder() {
    return new Builder();
  }

  /** Reads the text of {@code docs/protocol.md}. */
  public static JobParams decode(byte[] text) throws WireException {
    if (text.length > Limits.PARAMS_BYTES) {
      throw new WireException("parameters of " + text.length + " bytes");
    }
    SortedMap<String, String> values = new TreeMap<String, String>();
    String all = new String(text, StandardCharsets.UTF_8);
    if (!all.endsWith("\n")) {
      throw new WireException("parameters do not end in a line break");
    }
    for (String line : all.substring(0, all.length() - 1).split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals < 1) {
        throw new WireException("not key=value: " + line);
      }
      values.put(line.substring(0, equals), line.substring(equals + 1));
    }
    JobParams out = new JobParams(values);
    if (!VERSION.equals(values.get("version"))) {
      throw new WireException("parameters of version " + values.get("version"));
    }
    out.check();
    return out;
  }

  private void check() throws WireException {
    if (error() != null || !lateBinding()) {
      return;
    }
    number("maps", 0, Limits.MAPS);
    int m = number("slots", 2, Limits.SLOTS);
    number("groups", m, Limits.GROUPS);
    number("heavy.keys", 0, Limits.HEAVY_KEYS);
    oneOf("hash", "spread", "plain");
    oneOf("order", "group", "key");
    oneOf("load", "records", "bytes", "custom");
    oneOf("prefetch", "auto", "always", "off");
    oneOf("speeds", "measured", "equal");
    oneOf("sort", "prefix", "stock");
    oneOf("end", "prompt", "stock");
    if (!get("algorithm").matches("[a-z-]{1,20}")) {
      throw new WireException("parameter algorithm=" + get("algorithm") + " is not a name");
    }
    share("eta");
  }

  private void share(String key) throws WireException {
    try {
      double value = Double.parseDouble(get(key));
      if (value >= 0 && value <= 1) {
        return;
      }
    } catch (NumberFormatException e) {
      throw new WireException("parameter " + key + " is not a number: " + get(key));
    }
    throw new WireException("parameter " + key + "=" + get(key) + " out of range");
  }

  private int number(String key, int min, int max) throws WireException {
    try {
      int value = Integer.parseInt(get(key));
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new WireException("parameter " + key + " is not a number: " + get(key));
    }
    throw new WireException("parameter " + key + "=" + get(key) + " out of range");
  }

  private void oneOf(String key, String... allowed) throws WireException {
    for (String value : allowed) {
      if (value.equals(get(key))) {
        return;
      }
    }
    throw new WireException("parameter " + key + "=" + get(key) + " is unknown to this jar");
  }

  /** The text. */
  public byte[] encode() {
    StringBuilder out = new StringBuilder();
    for (Map.Entry<String, String> e : values.entrySet()) {
      out.append(e.getKey()).append('=').append(e.getValue()).append('\n');
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private String get(String key) {
    String value = values.get(key);
    return value == null ? "" : value;
  }

  /** All parameters by name. */
  public SortedMap<String, String> values() {
    return Collections.unmodifiableSortedMap(values);
  }

  /** Whether the job is late-bound. */
  public boolean lateBinding() {
    return Boolean.parseBoolean(get("late.binding"));
  }

  /** Why late binding is off. */
  public String reason() {
    return get("reason");
  }

  /** What is wrong with the job's configuration, or null; each of its tasks must fail with it. */
  public String error() {
    return values.get("error");
  }

  /** Number of map tasks, M. */
  public int maps() {
    return Integer.parseInt(get("maps"));
  }

  /** Number of reduce slots, m. */
  public int slots() {
    return Integer.parseInt(get("slots"));
  }

  /** Number of operation groups, n. */
  public int groups() {
    return Integer.parseInt(get("groups"));
  }

  /** {@code spread} or {@code plain}. */
  public String hash() {
    return get("hash");
  }

  /** The job's own partitioner, or empty. */
  public String delegate() {
    return get("delegate");
  }

  /** {@code group} or {@code key}. */
  public String order() {
    return get("order");
  }

  /** {@code records}, {@code bytes} or {@code custom}. */
  public String load() {
    return get("load");
  }

  /** The class of a custom load, or empty. */
  public String loadClass() {
    return get("load.class");
  }

  /** {@code auto}, {@code always} or {@code off}. */
  public String prefetch() {
    return get("prefetch");
  }

  /** {@code measured} or {@code equal}. */
  public String speeds() {
    return get("speeds");
  }

  /** {@code prefix} or {@code stock}. */
  public String sort() {
    return get("sort");
  }

  /** Whether tasks end when they are done, and not as Hadoop's. */
  public boolean endsPromptly() {
    return lateBinding() && "prompt".equals(get("end"));
  }

  /** How many heavy keys a map keeps; 0 is off. */
  public int heavyKeys() {
    return Integer.parseInt(get("heavy.keys"));
  }

  /** The scheduling algorithm. */
  public String algorithm() {
    return get("algorithm");
  }

  /** The relative error the scheduler may make. */
  public double eta() {
    return Double.parseDouble(get("eta"));
  }

  /** The version of the jar that decided them. */
  public String plugin() {
    return get("plugin");
  }

  /** Collects the parameters of a job. */
  public static final class Builder {
    private final SortedMap<String, String> values = new TreeMap<String, String>();

    private Builder() {
      values.put("version", VERSION);
    }

    /**
     * Sets one parameter; line breaks become blanks, and nothing is longer than a message may be.
     */
    public Builder set(String key, Object value) {
      String text = String.valueOf(value).replace('\n', ' ').replace('\r', ' ');
      values.put(key, text.length() <= MOST ? text : text.substring(0, MOST) + "…");
      return this;
    }

    /** The parameters. */
    public JobParams build() {
      return new JobParams(new TreeMap<String, String>(values));
    }
  }
}
