package io.evenkeel.daemon;

import io.evenkeel.core.CoreException;
import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.Hints;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.Table;
import io.evenkeel.wire.WireException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * One job's way from reports to its table: aggregate, hint while maps run, schedule once, store,
 * publish (Section 4 of the paper, steps 3 and 4). The first decision stands, whoever makes it.
 */
final class Planning {
  private static final Log LOG = LogFactory.getLog(Planning.class);
  private static final byte[] EMPTY_JSON = "{}".getBytes(StandardCharsets.UTF_8);
  private static final long STORE_RETRY_MILLIS = 2000;
  private static final long SNAPSHOT_MILLIS = 1000;

  /** Reports that one step adds: a busy job is no call that hangs, and others have their turn. */
  private static final int REPORTS_A_STEP = 64;

  private final String job;
  private final JobParams params;
  private final Settings settings;
  private final Storage storage;
  private final Planner planner;
  private final Meters meters;
  private final Consumer<Bulletin> publisher;
  private final Reports reports;
  private final Serial work;
  private final Serial store;

  private volatile boolean closing;
  private volatile boolean ended;
  private volatile byte[] table;
  private volatile byte[] statistics;
  private volatile byte[] snapshot = EMPTY_JSON;
  private volatile String fallback;
  private volatile byte[] paces;
  private volatile boolean published;
  private volatile long mapsDoneAt;
  private volatile long closingAt;
  private volatile long storeAgainAt;
  private int stage;
  private volatile long snapshotAt;
  private volatile boolean stale;

  Planning(
      String job,
      JobParams params,
      Settings settings,
      Storage storage,
      Planner planner,
      Meters meters,
      Consumer<Bulletin> publisher,
      Budget queued,
      Budget allStatistics,
      Executor workers,
      Executor disk) {
    this.job = job;
    this.params = params;
    this.settings = settings;
    this.storage = storage;
    this.planner = planner;
    this.fallback = planner.fallback();
    this.meters = meters;
    this.publisher = publisher;
    this.reports = new Reports(params.maps(), queued, allStatistics);
    this.work = new Serial(workers, this::advance);
    this.store = new Serial(disk, this::storeAndPublish);
  }

  /** Starts with nothing reported; a job without maps is decided at once. */
  void start() {
    work.kick();
  }

  /** Starts with a table that was stored before the JobTracker was restarted. */
  void resume(byte[] storedTable, byte[] storedStatistics) {
    statistics = storedStatistics == null ? reports.statistics() : storedStatistics;
    table = storedTable;
    reports.close();
    closing = true;
    publish();
  }

  /** Takes a map's report; false if the sender must try again later. */
  boolean accept(int map, byte[] message) {
    boolean known = reports.has(map);
    boolean taken = reports.offer(map, message);
    if (taken && !known && !closing && !ended) {
      meters.lastReportAt = settings.now();
      work.kick();
    }
    return taken;
  }

  /** What is known of the slots' nodes by now, as JSON; the next hints and the table go by it. */
  void pace(byte[] known) {
    paces = known;
  }

  /** Called now and then: waits for missing reports and for the scheduler only so long. */
  void tick(boolean mapsDone, int mapsFailed) {
    long now = settings.steady();
    if (!mapsDone) {
      mapsDoneAt = 0;
    } else if (mapsDoneAt == 0) {
      mapsDoneAt = now;
    }
    // A map that failed for good, which a job may allow, will never report.
    boolean all = mapsFailed > 0 && reports.seen() >= params.maps() - mapsFailed;
    boolean late = now - mapsDoneAt >= settings.reportWaitMillis;
    if (!closing && mapsDoneAt != 0 && (all || late)) {
      LOG.warn(
          job
              + ": every map is done, "
              + reports.seen()
              + " of "
              + params.maps()
              + " reported; scheduling with what is known");
      close();
      work.kick();
    }
    if (closing && table == null && now - closingAt >= settings.scheduleLimitMillis) {
      decide(
          Table.hash(params.groups(), params.slots()).encode(),
          "there was no schedule within " + settings.scheduleLimitMillis + " ms");
    }
    if (stale && now - snapshotAt >= SNAPSHOT_MILLIS) {
      work.kick();
    }
    if (table != null && !published && storeAgainAt != 0 && now >= storeAgainAt) {
      storeAgainAt = 0;
      store.kick();
    }
  }

  /** Runs on the workers' pool, one run at a time. */
  private void advance() {
    if (ended) {
      planner.close();
      return;
    }
    boolean more = addSome();
    if (!closing && reports.complete()) {
      close();
    }
    if (table == null) {
      adoptPaces();
    }
    if (!closing) {
      hint();
    } else if (table == null && !more) {
      schedule();
    }
    refresh();
    if (more) {
      work.kick();
    }
  }

  private void close() {
    closingAt = settings.steady();
    reports.close();
    closing = true;
  }

  /** Adds what waits, up to a limit; true if it was reached. */
  private boolean addSome() {
    for (int i = 0; i < REPORTS_A_STEP; i++) {
      Reports.Item item = reports.poll();
      if (item == null) {
        return false;
      }
      add(item);
    }
    return true;
  }

  private void add(Reports.Item item) {
    try {
      if (planner.add(item.map, item.message)) {
        reports.count(item);
      }
    } catch (CoreException | WireException | RuntimeException | Error e) {
      LOG.warn(job + ": report of map " + item.map + " left out: " + e.getMessage());
    }
  }

  private void adoptPaces() {
    byte[] known = paces;
    if (known == null) {
      return;
    }
    paces = null;
    try {
      planner.pace(known);
    } catch (CoreException | RuntimeException | Error e) {
      LOG.warn(job + ": slots count as equal: " + e.getMessage());
    }
  }

  private void hint() {
    try {
      byte[] message = planner.hint();
      if (message != null) {
        Hints.decode(message, params.groups(), params.slots());
        publisher.accept(new Bulletin(Bulletin.HINTS, ++stage, message));
      }
    } catch (CoreException | WireException | RuntimeException | Error e) {
      LOG.warn(job + ": no hints: " + e.getMessage());
    }
  }

  private void schedule() {
    long start = System.nanoTime();
    byte[] message = null;
    String why = null;
    try {
      message = planner.finalise();
      if (!Table.decode(message, params.groups(), params.slots()).complete()) {
        throw new WireException("the table is not complete");
      }
    } catch (CoreException | WireException | RuntimeException | Error e) {
      message = Table.hash(params.groups(), params.slots()).encode();
      why = "the scheduler failed: " + e;
    }
    meters.scheduleMicros = (System.nanoTime() - start) / 1000;
    decide(message, why);
  }

  private synchronized void decide(byte[] message, String why) {
    if (table != null) {
      return;
    }
    if (why != null) {
      fallback = why;
      LOG.warn(job + ": hash table, because " + why);
    }
    meters.scheduledAt = settings.now();
    statistics = reports.statistics();
    table = message;
    reports.clear();
    store.kick();
  }

  /** Runs on the disk's pool, one run at a time. */
  private void storeAndPublish() {
    if (published || ended) {
      return;
    }
    long start = System.nanoTime();
    try {
      if (reports.hasStatistics()) {
        storage.write(job, "statistics", statistics);
      }
      storage.write(job, "table", table);
    } catch (IOException | RuntimeException | Error e) {
      LOG.warn(job + ": cannot store the table, trying again: " + e);
      storeAgainAt = settings.steady() + STORE_RETRY_MILLIS;
      return;
    }
    meters.storeMicros = (System.nanoTime() - start) / 1000;
    publish();
  }

  private void publish() {
    published = true;
    meters.publishedAt = settings.now();
    publisher.accept(new Bulletin(Bulletin.TABLE, Integer.MAX_VALUE, table));
    LOG.info(
        job
            + ": table published, "
            + reports.seen()
            + " of "
            + params.maps()
            + " maps reported, "
            + "scheduled in "
            + meters.scheduleMicros
            + " us, stored in "
            + meters.storeMicros
            + " us");
  }

  private void refresh() {
    long now = settings.steady();
    stale = table == null && now - snapshotAt < SNAPSHOT_MILLIS;
    if (stale) {
      return;
    }
    snapshotAt = now;
    try {
      snapshot = planner.snapshot();
    } catch (CoreException | RuntimeException | Error e) {
      LOG.debug(job + ": no snapshot", e);
    }
  }

  /** The job has ended: frees the planner. */
  void end() {
    ended = true;
    reports.close();
    reports.clear();
    reports.dropStatistics();
    work.kick();
  }

  /** How many maps have reported. */
  int reported() {
    return reports.seen();
  }

  /** How many reports came from maps that had reported. */
  long duplicates() {
    return reports.duplicates();
  }

  /** How many reports came too late for the table. */
  long late() {
    return reports.late();
  }

  /** The stored statistics, or null before the table was published. */
  byte[] statistics() {
    return published ? statistics : null;
  }

  /** The planner's last account, as JSON. */
  byte[] snapshot() {
    return snapshot;
  }

  /** Why the job has, or will have, the hash table instead of a schedule; else null. */
  String fallback() {
    return fallback;
  }

  /** {@code counting}, {@code scheduling} or {@code scheduled}. */
  String phase() {
    return published ? "scheduled" : closing ? "scheduling" : "counting";
  }
}
