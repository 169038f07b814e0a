package io.evenkeel.wire;

/** One number a group: runs of zeros cost two bytes, small numbers one, and never above 8n. */
public final class Counts {
  private static final int TOKENS = 0;
  private static final int PLAIN = 1;

  private Counts() {}

  /** The smaller of the two forms. */
  public static byte[] encode(long[] loads) {
    ByteWriter tokens = new ByteWriter().varint(loads.length).u8(TOKENS);
    int header = tokens.size();
    for (int g = 0; g < loads.length; g++) {
      if (loads[g] != 0) {
        tokens.varint(loads[g]);
        continue;
      }
      int run = 1;
      while (g + run < loads.length && loads[g + run] == 0) {
        run++;
      }
      tokens.u8(0).varint(run - 1);
      g += run - 1;
    }
    if (tokens.size() - header <= 8L * loads.length) {
      return tokens.bytes();
    }
    ByteWriter plain = new ByteWriter().varint(loads.length).u8(PLAIN);
    for (long load : loads) {
      plain.i64(load);
    }
    return plain.bytes();
  }

  /** Reads what {@link #encode} wrote, for a job of {@code groups} groups. */
  public static long[] decode(ByteReader in, int groups) throws WireException {
    int n = in.bounded("number of groups", Limits.GROUPS);
    if (n != groups) {
      throw new WireException("counts of " + n + " groups, the job has " + groups);
    }
    int mode = in.u8();
    long[] loads = new long[n];
    if (mode == PLAIN) {
      for (int g = 0; g < n; g++) {
        loads[g] = in.i64();
      }
      return loads;
    }
    if (mode != TOKENS) {
      throw new WireException("unknown form of counts: " + mode);
    }
    for (int g = 0; g < n; ) {
      long value = in.varint();
      if (value == 0) {
        g += in.bounded("run of zeros", n - g - 1) + 1;
      } else {
        loads[g++] = value;
      }
    }
    return loads;
  }
}
