package io.evenkeel.daemon;

import io.evenkeel.Config;
import io.evenkeel.JobTrackerAddress;
import io.evenkeel.wire.HttpClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.crypto.SecretKey;
import javax.servlet.ServletContext;
import org.apache.hadoop.mapred.EvenkeelTaskTracker;

/** The hook in a TaskTracker: relays between this node's tasks and the JobTracker. */
final class Worker implements Handler {
  private static final int CONNECT_MILLIS = 5000;
  private static final int READ_MILLIS = 30000;
  private static final int WAITING_REQUESTS = 2000;
  private static final int JOBS = 2000;
  private static final int SWEEP_SECONDS = 30;

  private final TrackerView tracker;
  private final Map<String, WorkerJob> jobs = new ConcurrentHashMap<String, WorkerJob>();
  private final AtomicBoolean sweeping = new AtomicBoolean();
  private final ScheduledThreadPoolExecutor link = threads("evenkeel-link", 2);

  /** Of its own: requests for parameters that nobody has decided must not delay reports. */
  private final ScheduledThreadPoolExecutor relay = threads("evenkeel-relay", 1);

  private final Parking parking;
  private final Watcher watcher;
  private final WorkerEndpoints endpoints;

  Worker(TrackerView tracker) {
    this.tracker = tracker;
    InetSocketAddress address = JobTrackerAddress.of(tracker.conf());
    if (address == null) {
      throw new IllegalArgumentException(
          "where the JobTracker's web server is cannot be known here: set "
              + Config.JOBTRACKER_HTTP.name);
    }
    HttpClient client =
        new HttpClient(address.getHostString(), address.getPort(), CONNECT_MILLIS, READ_MILLIS);
    parking = new Parking(WAITING_REQUESTS, Clocks::millis);
    watcher = new Watcher(tracker, client, parking, this::all);
    endpoints =
        new WorkerEndpoints(
            this,
            tracker,
            parking,
            new Relay(tracker, client, relay),
            new JobInquiry(tracker, client, link, parking),
            watcher);
  }

  private static ScheduledThreadPoolExecutor threads(String name, int size) {
    ScheduledThreadPoolExecutor out = new ScheduledThreadPoolExecutor(size, Threads.named(name));
    out.setKeepAliveTime(30, TimeUnit.SECONDS);
    out.allowCoreThreadTimeOut(true);
    out.setRemoveOnCancelPolicy(true);
    return out;
  }

  static Worker start(Object taskTracker, ServletContext context) {
    return new Worker(new EvenkeelTaskTracker(taskTracker, context));
  }

  private Collection<WorkerJob> all() {
    sweep();
    return new ArrayList<WorkerJob>(jobs.values());
  }

  /** Forgets jobs that this TaskTracker has forgotten, and requests that never came back. */
  private void sweep() {
    parking.sweep();
    for (String id : jobs.keySet()) {
      if (tracker.token(id) == null) {
        jobs.remove(id);
      }
    }
  }

  /** Sweeps now and then while anything is kept, so that an ended job leaves nothing for long. */
  private void sweepOn() {
    sweep();
    sweeping.set(false);
    if (!jobs.isEmpty() && !sweeping.getAndSet(true)) {
      link.schedule(this::sweepOn, SWEEP_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** What is kept of a job whose token is known here. */
  WorkerJob job(String id) throws HttpFailure {
    SecretKey token = tracker.token(id);
    WorkerJob known = jobs.get(id);
    if (known != null && !known.isOf(token)) {
      jobs.remove(id, known);
      known = null;
    }
    if (known == null) {
      sweep();
      if (jobs.size() >= JOBS) {
        throw new HttpFailure(503, "too many jobs");
      }
      WorkerJob fresh = new WorkerJob(id, token);
      known = jobs.putIfAbsent(id, fresh);
      if (known == null && !sweeping.getAndSet(true)) {
        link.schedule(this::sweepOn, SWEEP_SECONDS, TimeUnit.SECONDS);
      }
      known = known == null ? fresh : known;
    }
    return known;
  }

  @Override
  public void handle(Exchange exchange) throws IOException {
    endpoints.handle(exchange);
  }

  @Override
  public void close() {
    watcher.stop();
    link.shutdownNow();
    relay.shutdownNow();
  }
}
