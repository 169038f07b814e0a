package io.evenkeel.daemon;

import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.Limits;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Reply;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.crypto.SecretKey;

/** Asks the JobTracker for a job's parameters and statistics, each once for the whole node. */
final class JobInquiry {
  private static final int AGAIN_MILLIS = 300;
  private static final int TRIES = 40;

  /** All jobs' statistics that a node keeps, and many times those of one. */
  private static final long KEPT_BYTES = 64 << 20;

  private final TrackerView tracker;
  private final HttpClient jobTracker;
  private final ScheduledExecutorService link;
  private final Parking parking;
  private final Set<WorkerJob> keepers = new LinkedHashSet<WorkerJob>();
  private final Set<String> underWay =
      Collections.newSetFromMap(new ConcurrentHashMap<String, Boolean>());

  JobInquiry(
      TrackerView tracker, HttpClient jobTracker, ScheduledExecutorService link, Parking parking) {
    this.tracker = tracker;
    this.jobTracker = jobTracker;
    this.link = link;
    this.parking = parking;
  }

  static String topic(String job) {
    return "fetched " + job;
  }

  void params(WorkerJob job) {
    start(
        job,
        Paths.params(job.id),
        Limits.PARAMS_BYTES,
        body -> job.params(body, JobParams.decode(body)));
  }

  void statistics(WorkerJob job) {
    start(job, Paths.statistics(job.id), Limits.JOB_STATISTICS_BYTES, body -> keep(job, body));
  }

  /** The oldest jobs' make room; they are fetched again if somebody asks. */
  private void keep(WorkerJob job, byte[] statistics) {
    synchronized (keepers) {
      keepers.remove(job);
      keepers.add(job);
      job.statistics(statistics);
      long sum = 0;
      for (WorkerJob each : keepers) {
        sum += each.statistics().length;
      }
      for (Iterator<WorkerJob> all = keepers.iterator(); sum > KEPT_BYTES; ) {
        WorkerJob oldest = all.next();
        sum -= oldest.statistics().length;
        oldest.statistics(null);
        all.remove();
      }
    }
  }

  private interface Taker {
    void take(byte[] body) throws IOException;
  }

  private void start(WorkerJob job, String path, int max, Taker taker) {
    if (underWay.add(path)) {
      link.execute(() -> attempt(job, path, max, taker, 1));
    }
  }

  private void attempt(WorkerJob job, String path, int max, Taker taker, int tries) {
    boolean again = tries < TRIES;
    try {
      SecretKey key = tracker.token(job.id);
      again &= key != null;
      if (key != null) {
        Reply reply = jobTracker.call("GET", path, null, key, max);
        if (reply.status == 200) {
          taker.take(reply.body);
          again = false;
        } else {
          again &= reply.status == 503;
          job.problem("the JobTracker's hook at " + jobTracker.base() + why(reply.status));
        }
      }
    } catch (IOException | RuntimeException e) {
      job.problem("no answer of the JobTracker's hook at " + jobTracker.base() + ": " + e);
    } finally {
      if (again) {
        link.schedule(
            () -> attempt(job, path, max, taker, tries + 1), AGAIN_MILLIS, TimeUnit.MILLISECONDS);
      } else {
        underWay.remove(path);
        parking.wake(topic(job.id));
      }
    }
  }

  private static String why(int status) {
    return status == 404
        ? " does not know the job; is Evenkeel's hook in the JobTracker (run `doctor` there)?"
        : " answers with status " + status;
  }
}
