package io.evenkeel.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a map tells about its output: loads and bytes per group, heavy keys, statistics. */
public final class Report {
  private static final int VERSION = 1;
  private static final int LOADS = 1;
  private static final int BYTES = 2;
  private static final int HEAVY = 3;
  private static final int STATISTICS = 4;

  private final long[] loads;
  private final long[] bytes;
  private final List<HeavyKey> heavy;
  private final byte[] statistics;

  /**
   * A report of one map; all but the loads may be null.
   *
   * @param loads pairs emitted, or the custom load, per group
   * @param bytes bytes in the map's output per group
   * @param heavy the map's heaviest keys
   * @param statistics the message of the map's statistics
   */
  public Report(long[] loads, long[] bytes, List<HeavyKey> heavy, byte[] statistics) {
    this.loads = loads;
    this.bytes = bytes;
    this.heavy = heavy == null ? new ArrayList<HeavyKey>() : heavy;
    this.statistics = statistics;
  }

  /** The message. */
  public byte[] encode() {
    ByteWriter out = new ByteWriter().ascii("EKR").u8(VERSION);
    boolean keys = !heavy.isEmpty();
    out.varint(1 + (bytes == null ? 0 : 1) + (keys ? 1 : 0) + (statistics == null ? 0 : 1));
    out.u8(LOADS).block(Counts.encode(loads));
    if (bytes != null) {
      out.u8(BYTES).block(Counts.encode(bytes));
    }
    if (keys) {
      out.u8(HEAVY).block(encodeHeavy());
    }
    if (statistics != null) {
      out.u8(STATISTICS).block(statistics);
    }
    return out.bytes();
  }

  private byte[] encodeHeavy() {
    int count = Math.min(heavy.size(), Limits.HEAVY_KEYS);
    ByteWriter out = new ByteWriter().varint(count);
    for (HeavyKey key : heavy.subList(0, count)) {
      out.varint(key.group).varint(key.load).varint(key.error).block(cut(key.name));
    }
    return out.bytes();
  }

  /** A name of at most 64 bytes; a longer one ends in an ellipsis, between two characters. */
  static byte[] cut(String name) {
    byte[] raw = name.getBytes(StandardCharsets.UTF_8);
    if (raw.length <= Limits.KEY_BYTES) {
      return raw;
    }
    byte[] mark = "…".getBytes(StandardCharsets.UTF_8);
    int end = Limits.KEY_BYTES - mark.length;
    while ((raw[end] & 0xc0) == 0x80) {
      end--;
    }
    byte[] out = Arrays.copyOf(raw, end + mark.length);
    System.arraycopy(mark, 0, out, end, mark.length);
    return out;
  }

  /** Reads a report of a job of {@code groups} groups. */
  public static Report decode(byte[] message, int groups) throws WireException {
    ByteReader[] sections = sections(message);
    if (sections[LOADS] == null) {
      throw new WireException("report without loads");
    }
    long[] loads = counts(sections[LOADS], groups);
    long[] bytes = sections[BYTES] == null ? null : counts(sections[BYTES], groups);
    List<HeavyKey> heavy = new ArrayList<HeavyKey>();
    if (sections[HEAVY] != null) {
      decodeHeavy(sections[HEAVY], groups, heavy);
    }
    return new Report(loads, bytes, heavy, statistics(sections));
  }

  /** Only the statistics of a report, or null. */
  public static byte[] statistics(byte[] message) throws WireException {
    return statistics(sections(message));
  }

  private static byte[] statistics(ByteReader[] sections) throws WireException {
    ByteReader in = sections[STATISTICS];
    return in == null ? null : in.take(in.remaining());
  }

  private static ByteReader[] sections(byte[] message) throws WireException {
    ByteReader in = new ByteReader(message);
    in.magic("EKR");
    int version = in.u8();
    if (version != VERSION) {
      throw new WireException("report of version " + version + ", this jar reads " + VERSION);
    }
    ByteReader[] found = new ByteReader[256];
    int count = in.bounded("number of sections", 255);
    for (int i = 0; i < count; i++) {
      int type = in.u8();
      if (found[type] != null) {
        throw new WireException("section " + type + " stands twice");
      }
      found[type] = in.slice(in.bounded("length of a section", in.remaining()));
    }
    in.end();
    return found;
  }

  private static long[] counts(ByteReader section, int groups) throws WireException {
    long[] out = Counts.decode(section, groups);
    section.end();
    return out;
  }

  private static void decodeHeavy(ByteReader in, int groups, List<HeavyKey> into)
      throws WireException {
    int count = in.bounded("number of heavy keys", Limits.HEAVY_KEYS);
    for (int i = 0; i < count; i++) {
      int group = in.bounded("group of a heavy key", groups - 1);
      long load = in.varint();
      long error = in.varint();
      if (Long.compareUnsigned(error, load) > 0) {
        throw new WireException("a heavy key's error is above its load");
      }
      into.add(new HeavyKey(group, load, error, in.text("heavy key", Limits.KEY_BYTES)));
    }
    in.end();
  }

  /** Load per group. */
  public long[] loads() {
    return loads;
  }

  /** Bytes per group, or null. */
  public long[] bytes() {
    return bytes;
  }

  /** Keys that dominate their groups in this map; empty if the job wants none. */
  public List<HeavyKey> heavyKeys() {
    return heavy;
  }

  /** The statistics' message, or null. */
  public byte[] statistics() {
    return statistics;
  }
}
