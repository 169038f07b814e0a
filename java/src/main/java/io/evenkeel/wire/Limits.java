package io.evenkeel.wire;

/** What no message may exceed; checked before anything is allocated. */
public final class Limits {
  /** Operation groups of a job. */
  public static final int GROUPS = 1 << 16;

  /** Reduce slots of a job. */
  public static final int SLOTS = 1 << 16;

  /** Maps of a job. */
  public static final int MAPS = 1 << 20;

  /** Heavy keys in a report. */
  public static final int HEAVY_KEYS = 1024;

  /** Bytes of a heavy key's name. */
  public static final int KEY_BYTES = 64;

  /** Bytes of a job or attempt id. */
  public static final int ID_BYTES = 128;

  /** Bytes of a report. */
  public static final int REPORT_BYTES = 4 << 20;

  /** Bytes of a reduce task's timeline. */
  public static final int TIMELINE_BYTES = 1 << 20;

  /** Bytes of a table or of hints. */
  public static final int TABLE_BYTES = 1 << 20;

  /** Map events in one bulletin. */
  public static final int EVENTS = 4096;

  /** Bytes of a TaskTracker's address. */
  public static final int ADDRESS_BYTES = 300;

  /** Bytes of a bulletin. */
  public static final int BULLETIN_BYTES = TABLE_BYTES + EVENTS * (ADDRESS_BYTES + 16) + 64;

  /** Bytes of a job's parameters. */
  public static final int PARAMS_BYTES = 16 << 10;

  /** Bytes of one map's statistics. */
  public static final int MAP_STATISTICS_BYTES = 256 << 10;

  /** Bytes of a job's statistics. */
  public static final int JOB_STATISTICS_BYTES = 4 << 20;

  /** Names among a job's statistics. */
  public static final int STATISTICS = 1000;

  /** Entries of one batch or watch. */
  public static final int ENTRIES = 4096;

  /** Bytes of one batch. */
  public static final int BATCH_BYTES = 16 << 20;

  /** Bytes of a reply to a watch. */
  public static final int WATCH_BYTES = 32 << 20;

  /** Bytes of a request for groups. */
  public static final int GROUPS_REQUEST_BYTES = 8 << 20;

  /** Counters of ours in a job. */
  public static final int COUNTERS = 8;

  private Limits() {}
}
