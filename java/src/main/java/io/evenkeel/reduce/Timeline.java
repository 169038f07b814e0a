package io.evenkeel.reduce;

import java.nio.charset.StandardCharsets;

/**
 * When each group was copied, sorted and run, in milliseconds since 1970, and the sort delay and
 * run delay that follow (Section 4.2). Safe for threads.
 */
final class Timeline {
  /** No more groups than this are told one by one. */
  private static final int MOST_GROUPS = 4096;

  private final long[] copied;
  private final long[] sortStart;
  private final long[] sortEnd;
  private final long[] runStart;
  private final long[] runEnd;
  private final long[] records;
  private long allRecords;
  private long barrier;
  private long listened;
  private long bound;
  private long tableBytes;
  private long hintBytes;

  Timeline(int groups) {
    copied = new long[groups];
    sortStart = new long[groups];
    sortEnd = new long[groups];
    runStart = new long[groups];
    runEnd = new long[groups];
    records = new long[groups];
  }

  synchronized void copied(int group, long now) {
    copied[group] = now;
  }

  synchronized void barrier(long now) {
    barrier = now;
  }

  synchronized void listened(long now) {
    listened = now;
  }

  synchronized void hinted(int bytes) {
    hintBytes += bytes;
  }

  synchronized void bound(long now, int bytes) {
    bound = now;
    tableBytes = bytes;
  }

  synchronized void sorted(int group, long start, long end) {
    sortStart[group] = start;
    sortEnd[group] = end;
  }

  synchronized void ran(int group, long start, long end, long pairs) {
    runStart[group] = start;
    runEnd[group] = end;
    records[group] = pairs;
  }

  /** So many pairs have run, of whatever groups. */
  synchronized void processed(long pairs) {
    allRecords += pairs;
  }

  /** From the barrier to the first group's sort (Section 4.2); 0 if there was no group. */
  synchronized long sortDelay(int[] order) {
    return order.length == 0 ? 0 : Math.max(0, sortStart[order[0]] - barrier);
  }

  /** From the barrier to the first group's run (Section 4.2); 0 if there was no group. */
  synchronized long runDelay(int[] order) {
    return order.length == 0 ? 0 : Math.max(0, runStart[order[0]] - barrier);
  }

  /** The message that is posted when the task is over; {@code src/report/reduced.rs} reads it. */
  synchronized byte[] json(
      int reduce, String attempt, String host, int[] order, CopyTotals totals) {
    StringBuilder out = new StringBuilder(256 + order.length * 140);
    out.append("{\"reduce\":").append(reduce);
    out.append(",\"attempt\":\"").append(attempt).append("\",\"host\":\"").append(host);
    out.append("\",\"groups\":[");
    for (int i = 0; i < Math.min(order.length, MOST_GROUPS); i++) {
      int g = order[i];
      out.append(i == 0 ? "" : ",").append("{\"g\":").append(g);
      field(out, "copied", copied[g]);
      field(out, "sortStart", sortStart[g]);
      field(out, "sortEnd", sortEnd[g]);
      field(out, "runStart", runStart[g]);
      field(out, "runEnd", runEnd[g]);
      field(out, "records", records[g]);
      field(out, "bytes", totals.of(g));
      out.append('}');
    }
    out.append(']');
    field(out, "groupsRun", order.length);
    field(out, "records", allRecords);
    field(out, "earlyBytes", totals.early(order));
    field(out, "vainBytes", totals.inVain(order));
    field(out, "totalBytes", totals.all());
    field(out, "requests", totals.requests());
    field(out, "sortDelayMs", sortDelay(order));
    field(out, "runDelayMs", runDelay(order));
    field(out, "barrierMs", barrier);
    field(out, "listenedMs", listened);
    field(out, "tableMs", bound);
    field(out, "tableBytes", tableBytes);
    field(out, "hintBytes", hintBytes);
    return out.append('}').toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void field(StringBuilder out, String name, long value) {
    out.append(",\"").append(name).append("\":").append(value);
  }
}
