package io.evenkeel;

import java.io.IOException;

/**
 * Statistics of a job's own (Section 4 of the paper): a map adds to {@link #local()}, a reduce task
 * reads {@link #global()} before its first record.
 *
 * <pre>{@code
 * // in a mapper
 * Statistics.local().add("record length", value.getLength());
 * // in a reducer's setup or configure
 * double mean = (double) Statistics.global().sum("record length")
 *     / Statistics.global().count("record length");
 * }</pre>
 *
 * In a job that is not late-bound {@code local()} goes nowhere and {@code global()} is empty.
 */
public final class Statistics {
  private static volatile LocalStatistics local = new LocalStatistics();
  private static volatile Source source;
  private static GlobalStatistics global;

  /** Where a reduce task gets the aggregated message from. */
  public interface Source {
    /** Fetches the aggregated message. */
    byte[] fetch() throws IOException;
  }

  private Statistics() {}

  /** The statistics of this map task. */
  public static LocalStatistics local() {
    return local;
  }

  /** The aggregated statistics; the first call fetches them. */
  public static GlobalStatistics global() throws IOException {
    synchronized (Statistics.class) {
      if (global == null) {
        Source from = source;
        if (from == null) {
          return GlobalStatistics.none();
        }
        global = GlobalStatistics.decode(from.fetch());
      }
      return global;
    }
  }

  /** Starts a task in this JVM, which may have run another before. Called by the task hook. */
  public static LocalStatistics begin(Source from) {
    synchronized (Statistics.class) {
      local = new LocalStatistics();
      source = from;
      global = null;
      return local;
    }
  }
}
