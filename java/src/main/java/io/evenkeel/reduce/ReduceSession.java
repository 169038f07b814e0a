package io.evenkeel.reduce;

import io.evenkeel.task.JobLine;
import io.evenkeel.wire.JobParams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.SecretKey;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.hadoop.mapred.EvenkeelUmbilical;
import org.apache.hadoop.mapred.JobConf;

/**
 * The reduce task that runs in this JVM, from the hook to its last pair. Copying begins in the
 * hook, while maps run; the reducer's wrapper takes over when Hadoop has built it.
 */
public final class ReduceSession {
  private static final Log LOG = LogFactory.getLog(ReduceSession.class);
  private static final int STALLED_MILLIS = 3 * 60_000;
  private static final int CONNECT_MILLIS = 30_000;
  private static final long PATIENCE_MILLIS = 1_000;
  private static final long TABLE_MILLIS = 15 * 60_000L;

  private static volatile ReduceSession current;

  final JobConf job;
  final JobParams params;
  final JobLine line;
  final String attempt;
  final int slot;
  final CopyPlan plan;
  final CopyTotals totals;
  final Timeline timeline;
  final Clock clock = Clock.SYSTEM;
  private final EventWatcher watcher;
  private final BulletinWatcher bulletins;
  private final List<Copier> copiers = new ArrayList<>();
  private final List<Spool> spools = new ArrayList<>();

  private ReduceSession(
      JobConf job, JobParams params, JobLine line, SecretKey key, EvenkeelUmbilical umbilical)
      throws IOException {
    this.job = job;
    this.params = params;
    this.line = line;
    this.attempt = job.get("mapred.task.id");
    this.slot = job.getInt("mapred.task.partition", -1);
    this.plan = new CopyPlan(slot, params.maps(), params.groups(), clock);
    this.totals = new CopyTotals(params.groups());
    this.timeline = new Timeline(params.groups());
    FetchFailures failures = new FetchFailures();
    this.watcher = new EventWatcher(umbilical, plan, failures, params.maps());
    this.bulletins =
        new BulletinWatcher(line, job.get("mapred.job.id"), params, slot, plan, timeline);
    buildCopiers(key, failures);
  }

  private void buildCopiers(SecretKey key, FetchFailures failures) throws IOException {
    String id = job.get("mapred.job.id");
    int read = job.getInt("mapreduce.reduce.shuffle.read.timeout", STALLED_MILLIS);
    int connect =
        Math.min(
            CONNECT_MILLIS, job.getInt("mapreduce.reduce.shuffle.connect.timeout", STALLED_MILLIS));
    Copier.Shared shared =
        new Copier.Shared(
            plan,
            new BatchFetcher(id, key, params.slots(), params.groups(), connect, read),
            new StockFetcher(id, key, slot, params.slots(), connect, read),
            failures,
            totals,
            timeline,
            clock);
    int threads = Math.max(1, job.getInt("mapred.reduce.parallel.copies", 5));
    for (int i = 0; i < threads; i++) {
      Spool spool = new Spool(job, "spool-" + i);
      spools.add(spool);
      copiers.add(new Copier(shared, spool, i));
    }
  }

  /** Starts the session of a task: it begins to listen and to copy. */
  public static ReduceSession begin(
      JobConf job, JobParams params, JobLine line, SecretKey key, EvenkeelUmbilical umbilical)
      throws IOException {
    ReduceSession session = new ReduceSession(job, params, line, key, umbilical);
    current = session;
    session.watcher.start();
    session.bulletins.start();
    for (Copier copier : session.copiers) {
      copier.start();
    }
    return session;
  }

  /** Ends whatever ran before in this JVM. */
  public static void end() {
    ReduceSession old = current;
    current = null;
    if (old != null) {
      old.close();
    }
  }

  /** The session of an attempt. */
  static ReduceSession of(String attempt) {
    ReduceSession session = current;
    if (session == null || !session.attempt.equals(attempt)) {
      throw new IllegalStateException("Evenkeel's task hook did not run in " + attempt);
    }
    return session;
  }

  /** Waits until every map is done. Called in the hook, in place of Hadoop's own copying. */
  public void awaitMaps() throws IOException, InterruptedException {
    LOG.info("Evenkeel: waiting for " + params.maps() + " maps");
    while (!plan.awaitMaps(PATIENCE_MILLIS)) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    timeline.barrier(clock.millis());
    watcher.leaveHook();
  }

  /** Waits for the table; {@code alive} is called now and then. */
  void awaitTable(Runnable alive) throws IOException, InterruptedException {
    long end = clock.millis() + TABLE_MILLIS;
    while (!plan.awaitTable(PATIENCE_MILLIS)) {
      alive.run();
      if (clock.millis() > end) {
        throw new IOException(
            "Evenkeel: no table came from the JobTracker in "
                + TABLE_MILLIS / 60_000
                + " minutes after the last map; its log says why");
      }
    }
  }

  /** The message of the job's statistics, which the table's maker has too. */
  public byte[] statistics() throws IOException {
    try {
      awaitTable(() -> LOG.debug("Evenkeel: waiting for statistics"));
      return line.statistics();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** The task's own reporter is there; it carries what the watcher has to say. */
  void reportTo(Object reporter) throws IOException, InterruptedException {
    watcher.reportTo(reporter);
  }

  /** Whether this task's output must be in one sequence of keys. */
  boolean byKey() {
    return "key".equals(params.order()) || OrderedOutput.isWrittenBy(job);
  }

  /** Stops all threads and removes what was copied. */
  void close() {
    plan.close();
    bulletins.interrupt();
    try {
      copiers.forEach(Thread::interrupt);
      long end = clock.millis() + PATIENCE_MILLIS;
      for (Copier copier : copiers) {
        // One that reads from a TaskTracker that hangs is left to itself.
        copier.join(Math.max(1, end - clock.millis()));
      }
      for (Spool spool : spools) {
        spool.delete();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.info("Evenkeel: copied groups stay until the task's folder is removed: " + e);
    }
  }
}
