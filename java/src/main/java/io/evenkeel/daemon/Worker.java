package io.evenkeel.daemon;

import io.evenkeel.wire.HttpClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.crypto.SecretKey;
import javax.servlet.ServletContext;
import org.apache.hadoop.mapred.EvenkeelTaskTracker;
import org.apache.hadoop.net.NetUtils;

/** The hook in a TaskTracker: relays between this node's tasks and the JobTracker. */
final class Worker implements Handler {
  private static final int CONNECT_MILLIS = 5000;
  private static final int READ_MILLIS = 30000;
  private static final int WAITING_REQUESTS = 2000;
  private static final int JOBS = 2000;

  private final TrackerView tracker;
  private final Map<String, WorkerJob> jobs = new ConcurrentHashMap<String, WorkerJob>();
  private final ScheduledThreadPoolExecutor link;
  private final Parking parking;
  private final Watcher watcher;
  private final WorkerEndpoints endpoints;

  Worker(TrackerView tracker) {
    this.tracker = tracker;
    InetSocketAddress address = NetUtils.createSocketAddr(tracker.jobTracker());
    HttpClient client =
        new HttpClient(address.getHostName(), address.getPort(), CONNECT_MILLIS, READ_MILLIS);
    parking = new Parking(WAITING_REQUESTS, Clocks::millis);
    link = new ScheduledThreadPoolExecutor(2, Threads.named("evenkeel-link"));
    link.setKeepAliveTime(30, TimeUnit.SECONDS);
    link.allowCoreThreadTimeOut(true);
    link.setRemoveOnCancelPolicy(true);
    watcher = new Watcher(tracker, client, parking, this::all);
    endpoints =
        new WorkerEndpoints(
            this,
            tracker,
            parking,
            new Relay(tracker, client, link),
            new Fetcher(tracker, client, link, parking),
            watcher);
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
  }
}
