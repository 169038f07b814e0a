package io.evenkeel.daemon;

import io.evenkeel.daemon.page.PageHandler;
import io.evenkeel.wire.Limits;
import java.io.IOException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.hadoop.mapred.EvenkeelJobTracker;

/** The hook in the JobTracker: wires the parts together and keeps their threads. */
final class Master implements Handler {
  private static final Log LOG = LogFactory.getLog(Master.class);
  private static final int TICK_MILLIS = 100;
  private static final int WAITING_REQUESTS = 20000;

  private final ThreadPoolExecutor disk = Threads.pool("evenkeel-disk", 4);
  private final ThreadPoolExecutor jobReports = Threads.pool("evenkeel-report", 1);
  private final ThreadPoolExecutor probe = Threads.pool("evenkeel-probe", 1);
  private final ScheduledThreadPoolExecutor ticker =
      new ScheduledThreadPoolExecutor(1, Threads.named("evenkeel-tick"));
  private final Parking parking = new Parking(WAITING_REQUESTS, Clocks::millis);
  private final Workers workers;
  private final Planners planners;
  private final JobBook book;
  private final MasterEndpoints endpoints;
  private final PageHandler pages;

  private Master(EvenkeelJobTracker tracker) {
    Settings settings = new Settings(tracker.conf());
    workers = new Workers(2 * settings.scheduleLimitMillis, Clocks::millis);
    planners = new Planners(settings.nativeLibrary, workers::hanging);
    book =
        new JobBook(
            settings,
            tracker,
            planners::make,
            parking,
            workers,
            disk,
            new ReportWriter(jobReports, planners::problem));
    endpoints = new MasterEndpoints(book, parking, MasterEndpoints.WAIT_MILLIS);
    pages = new PageHandler(new JobPages(book, planners, tracker), probe, Clocks::millis);
  }

  static Master start(Object jobTracker) {
    EvenkeelJobTracker tracker = new EvenkeelJobTracker(jobTracker);
    Master master = new Master(tracker);
    EvenkeelJobTracker.allowCounters(Limits.COUNTERS);
    tracker.listen(new Guarded(master.book));
    master.ticker.scheduleWithFixedDelay(
        master::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    return master;
  }

  /** Whatever goes wrong in the hook must not reach the JobTracker's own code. */
  private static final class Guarded implements JobEvents {
    private final JobEvents events;

    Guarded(JobEvents events) {
      this.events = events;
    }

    @Override
    public void added(JobView job) {
      try {
        events.added(job);
      } catch (RuntimeException | LinkageError e) {
        LOG.error("Evenkeel missed a new job", e);
      }
    }

    @Override
    public void ended(String job) {
      try {
        events.ended(job);
      } catch (RuntimeException | LinkageError e) {
        LOG.error("Evenkeel missed the end of " + job, e);
      }
    }
  }

  private void tick() {
    guarded(workers::tick);
    guarded(book::tick);
    guarded(parking::sweep);
    guarded(() -> planners.tick(workers));
  }

  /** What throws out of the ticker's action would stop it for ever. */
  private static void guarded(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      LOG.error("Evenkeel's clock stumbled", e);
    }
  }

  @Override
  public void handle(Exchange exchange) throws IOException {
    if (exchange.endpoint() == null) {
      pages.handle(exchange.request(), exchange.response());
    } else {
      endpoints.handle(exchange);
    }
  }

  @Override
  public void close() {
    ticker.shutdownNow();
    workers.shutdownNow();
    disk.shutdownNow();
    jobReports.shutdownNow();
    probe.shutdownNow();
    pages.close();
  }

  static String paramsTopic(String job) {
    return "params " + job;
  }

  static String bulletinTopic(String job) {
    return "bulletin " + job;
  }
}
