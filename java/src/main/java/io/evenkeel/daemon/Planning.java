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
 * publish (Section 4 of the paper). The first decision stands, whoever makes it.
 */
final class Planning {
  private static final Log LOG = LogFactory.getLog(Planning.class);
  private static final byte[] EMPTY_JSON = "{}".getBytes(StandardCharsets.UTF_8);
  private static final long STORE_RETRY_MILLIS = 2000;
  private static final long SNAPSHOT_MILLIS = 1000;

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
  private volatile boolean published;
  private volatile long mapsDoneAt;
  private volatile long closingAt;
  private volatile long storeAgainAt;
  private int stage;
  private long snapshotAt;

  Planning(
      String job,
      JobParams params,
      Settings settings,
      Storage storage,
      Planner planner,
      Meters meters,
      Consumer<Bulletin> publisher,
      Executor workers,
      Executor disk) {
    this.job = job;
    this.params = params;
    this.settings = settings;
    this.storage = storage;
    this.planner = planner;
    this.meters = meters;
    this.publisher = publisher;
    this.reports = new Reports(params.maps());
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
    closing = true;
    publish();
  }

  /** Takes a map's report; false if the sender must try again later. */
  boolean accept(int map, byte[] message) {
    if (closing || ended) {
      return true;
    }
    long now = settings.now();
    boolean taken = reports.offer(map, message);
    if (taken) {
      if (meters.firstReportAt == 0) {
        meters.firstReportAt = now;
      }
      meters.lastReportAt = now;
      work.kick();
    }
    return taken;
  }

  /** Called now and then: waits for missing reports and for the scheduler only so long. */
  void tick(boolean mapsDone) {
    long now = settings.now();
    if (!mapsDone) {
      mapsDoneAt = 0;
    } else if (mapsDoneAt == 0) {
      mapsDoneAt = now;
    }
    if (!closing && mapsDoneAt != 0 && now - mapsDoneAt >= settings.reportWaitMillis) {
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
      decide(Table.hash(params.groups(), params.slots()).encode(), "no schedule in time");
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
    for (Reports.Item item = reports.poll(); item != null; item = reports.poll()) {
      add(item);
    }
    if (!closing && reports.complete()) {
      close();
    }
    if (!closing) {
      hint();
    } else if (table == null) {
      schedule();
    }
    refresh();
  }

  private void close() {
    closingAt = settings.now();
    meters.scheduleStartedAt = closingAt;
    closing = true;
  }

  private void add(Reports.Item item) {
    try {
      if (planner.add(item.map, item.message)) {
        reports.count(item);
      }
    } catch (CoreException | WireException | RuntimeException e) {
      meters.refusedReports.incrementAndGet();
      LOG.warn(job + ": report of map " + item.map + " left out: " + e.getMessage());
    }
  }

  private void hint() {
    try {
      byte[] message = planner.hint();
      if (message != null) {
        Hints.decode(message, params.groups(), params.slots());
        meters.hintStages.incrementAndGet();
        publisher.accept(new Bulletin(Bulletin.HINTS, ++stage, message));
      }
    } catch (CoreException | WireException | RuntimeException e) {
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
    } catch (CoreException | WireException | RuntimeException e) {
      message = Table.hash(params.groups(), params.slots()).encode();
      why = "the scheduler failed: " + e.getMessage();
    }
    meters.scheduleMicros = (System.nanoTime() - start) / 1000;
    decide(message, why);
  }

  private synchronized void decide(byte[] message, String why) {
    if (table != null) {
      return;
    }
    if (why != null) {
      LOG.warn(job + ": hash table, because " + why);
    }
    meters.scheduledAt = settings.now();
    statistics = reports.statistics();
    table = message;
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
    } catch (IOException | RuntimeException e) {
      LOG.warn(job + ": cannot store the table, trying again: " + e);
      storeAgainAt = settings.now() + STORE_RETRY_MILLIS;
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
    long now = settings.now();
    if (table == null && now - snapshotAt < SNAPSHOT_MILLIS) {
      return;
    }
    snapshotAt = now;
    try {
      snapshot = planner.snapshot();
    } catch (CoreException e) {
      LOG.debug(job + ": no snapshot", e);
    }
  }

  /** The job has ended: frees the planner. */
  void end() {
    ended = true;
    work.kick();
  }

  /** How many maps have reported. */
  int reported() {
    return reports.seen();
  }

  /** The stored statistics, or null before the table was published. */
  byte[] statistics() {
    return published ? statistics : null;
  }

  /** The planner's last account, as JSON. */
  byte[] snapshot() {
    return snapshot;
  }

  /** {@code counting}, {@code scheduling} or {@code scheduled}. */
  String phase() {
    return published ? "scheduled" : closing ? "scheduling" : "counting";
  }
}
