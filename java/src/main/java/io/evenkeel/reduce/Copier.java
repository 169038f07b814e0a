package io.evenkeel.reduce;

import io.evenkeel.pairs.Segment;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The first stage of the pipeline (Section 4.2): takes batch after batch from the plan and brings
 * its groups into a spool of its own.
 */
final class Copier extends Thread {
  private static final Log LOG = LogFactory.getLog(Copier.class);
  private static final int SILENT_FAILURES = 2;
  private static final long GIVE_UP_MILLIS = 20 * 60_000L;

  /** Failures this far apart are not one trouble: meanwhile there was nothing to copy. */
  private static final long APART_MILLIS = 5 * 60_000L;

  private static final long NEVER = -1;

  /** What the copiers of a task have in common. */
  static final class Shared {
    final CopyPlan plan;
    final GroupFetcher batches;
    final GroupFetcher stock;
    final FetchFailures failures;
    final CopyTotals totals;
    final Timeline timeline;
    final Clock clock;
    private final Map<String, Boolean> withoutFilter = new ConcurrentHashMap<>();
    private final AtomicLong failingSince = new AtomicLong(NEVER);
    private final AtomicLong lastFailure = new AtomicLong(NEVER);

    Shared(
        CopyPlan plan,
        GroupFetcher batches,
        GroupFetcher stock,
        FetchFailures failures,
        CopyTotals totals,
        Timeline timeline,
        Clock clock) {
      this.plan = plan;
      this.batches = batches;
      this.stock = stock;
      this.failures = failures;
      this.totals = totals;
      this.timeline = timeline;
      this.clock = clock;
    }
  }

  private final Shared shared;
  private final Spool spool;

  Copier(Shared shared, Spool spool, int number) {
    super("evenkeel copier " + number);
    setDaemon(true);
    this.shared = shared;
    this.spool = spool;
  }

  @Override
  public void run() {
    try {
      for (CopyBatch batch = shared.plan.next(); batch != null; batch = shared.plan.next()) {
        boolean good = false;
        try {
          good = copy(batch);
        } finally {
          shared.plan.done(batch, good);
        }
      }
      spool.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      shared.plan.fail(e);
    }
  }

  boolean copy(CopyBatch batch) throws IOException {
    Progress progress = new Progress(batch.tracker);
    try {
      try {
        fetcher(batch).fetch(batch, spool, progress);
      } catch (RuntimeException e) {
        // The JDK's HTTP client throws unchecked exceptions at some answers.
        throw new IOException(e.toString(), e);
      } catch (NoBatchesException e) {
        LOG.info("Evenkeel: " + e.getMessage() + "; fetching group by group from Hadoop's servlet");
        shared.withoutFilter.put(batch.tracker, true);
        shared.stock.fetch(batch, spool, progress);
      }
      return true;
    } catch (SpoolException | WrongOutputException e) {
      throw e;
    } catch (IOException e) {
      LOG.warn("Evenkeel: cannot fetch from " + batch.tracker + ": " + e);
      shared.withoutFilter.remove(batch.tracker);
      if (shared.plan.failures(batch.tracker) >= SILENT_FAILURES) {
        blamed(batch, progress.whole).forEach(shared.failures::add);
      }
      giveUp(e);
      return false;
    }
  }

  /** A stream that broke off within a map is that map's fault; one that never began, of all. */
  private static List<String> blamed(CopyBatch batch, int whole) {
    List<String> all = batch.attempts();
    return whole == 0 ? all : all.subList(whole, Math.min(whole + 1, all.size()));
  }

  private GroupFetcher fetcher(CopyBatch batch) {
    return shared.withoutFilter.containsKey(batch.tracker) ? shared.stock : shared.batches;
  }

  private void giveUp(IOException cause) throws IOException {
    long now = shared.clock.millis();
    if (now - shared.lastFailure.getAndSet(now) > APART_MILLIS) {
      shared.failingSince.set(NEVER);
    }
    shared.failingSince.compareAndSet(NEVER, now);
    long since = shared.failingSince.get();
    if (since != NEVER && now - since > GIVE_UP_MILLIS) {
      throw new IOException(
          "Evenkeel: nothing could be copied for " + GIVE_UP_MILLIS / 60_000 + " minutes", cause);
    }
  }

  /** Notes what arrives. */
  private final class Progress implements GroupFetcher.Sink {
    private final String tracker;
    private int whole;

    Progress(String tracker) {
      this.tracker = tracker;
    }

    @Override
    public void requested() {
      shared.totals.request();
    }

    @Override
    public void copied(int map, int group, Segment segment, long bytes) {
      long now = shared.clock.millis();
      shared.failingSince.set(NEVER);
      shared.totals.add(group, bytes, !shared.plan.allMapsDone());
      shared.timeline.copied(group, now);
      shared.plan.copied(map, group, segment);
    }

    @Override
    public void ended() {
      whole++;
    }

    @Override
    public void lost(int map, String attempt, String why) {
      LOG.warn("Evenkeel: cannot copy from map " + attempt + ": " + why);
      shared.failures.add(attempt);
      shared.plan.missed(map, attempt, tracker);
    }
  }
}
