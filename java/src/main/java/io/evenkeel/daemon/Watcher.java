package io.evenkeel.daemon;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.HttpConnection;
import io.evenkeel.wire.Limits;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Reply;
import io.evenkeel.wire.Watch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.crypto.SecretKey;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Waits at the JobTracker for bulletins of all jobs whose reducers wait on this node (Section 4 of
 * the paper, step 5): one thread, one request at a time. The thread ends when nobody waits.
 */
final class Watcher {
  private static final Log LOG = LogFactory.getLog(Watcher.class);
  private static final int FAILED_MILLIS = 1000;
  private final TrackerView tracker;
  private final HttpClient jobTracker;
  private final Parking parking;
  private final Supplier<Collection<WorkerJob>> jobs;
  private HttpConnection current;
  private boolean running;
  private boolean changed;
  private boolean stopped;
  final AtomicLong requests = new AtomicLong();

  Watcher(
      TrackerView tracker,
      HttpClient jobTracker,
      Parking parking,
      Supplier<Collection<WorkerJob>> jobs) {
    this.tracker = tracker;
    this.jobTracker = jobTracker;
    this.parking = parking;
    this.jobs = jobs;
  }

  static String topic(String job) {
    return "bulletin " + job;
  }

  /** Another job is waited for: a request that is under way is given up and made anew. */
  synchronized void changed() {
    if (stopped) {
      return;
    }
    changed = true;
    if (current != null) {
      current.close();
    }
    if (!running) {
      running = true;
      Thread thread = new Thread(this::run, "evenkeel-watch");
      thread.setDaemon(true);
      thread.start();
    }
  }

  synchronized void stop() {
    stopped = true;
    if (current != null) {
      current.close();
    }
  }

  private void run() {
    boolean orderly = false;
    try {
      boolean more = true;
      while (more) {
        more = round();
      }
      orderly = true;
    } finally {
      if (!orderly) {
        synchronized (this) {
          running = false;
        }
      }
    }
  }

  /** Asks once; false if the thread is to end, and then it no longer counts as running. */
  private boolean round() {
    boolean good;
    try {
      synchronized (this) {
        // Before the jobs are looked at: what changes from here on is seen by ask.
        changed = false;
      }
      Map<String, WorkerJob> waiting = new HashMap<String, WorkerJob>();
      List<Watch.Entry> wishes = wishes(waiting);
      synchronized (this) {
        if (stopped || wishes.isEmpty() && !changed) {
          running = false;
          return false;
        }
      }
      good = wishes.isEmpty() || ask(wishes, waiting);
    } catch (RuntimeException e) {
      LOG.warn("asking for bulletins failed; the next round goes on", e);
      good = false;
    }
    return good || pause();
  }

  private List<Watch.Entry> wishes(Map<String, WorkerJob> waiting) {
    List<Watch.Entry> wishes = new ArrayList<Watch.Entry>();
    for (WorkerJob job : jobs.get()) {
      SecretKey key = job.waiting(Clocks.millis()) ? tracker.token(job.id) : null;
      if (key != null && wishes.size() < Limits.ENTRIES) {
        wishes.add(Watch.Entry.signed(key, job.id, job.news.stage(), job.news.events.size()));
        waiting.put(job.id, job);
      }
    }
    return wishes;
  }

  /** One request; false if it failed. */
  private boolean ask(List<Watch.Entry> wishes, Map<String, WorkerJob> waiting) {
    requests.incrementAndGet();
    long start = Clocks.millis();
    try {
      Reply reply = answer(Watch.encode(wishes));
      if (reply == null) {
        return true;
      }
      if (reply.status != 200) {
        throw new IOException("status " + reply.status);
      }
      List<Watch.Answer> answers = Watch.decodeReply(reply.body);
      // A JobTracker that has no room for waiting requests answers at once, with nothing.
      boolean idle = answers.isEmpty() && Clocks.millis() - start < FAILED_MILLIS;
      return spread(wishes, waiting, answers) && !idle;
    } catch (IOException | RuntimeException e) {
      synchronized (this) {
        if (changed) {
          return true;
        }
      }
      LOG.info("no bulletins of the JobTracker's hook at " + jobTracker.base() + ": " + e);
      return false;
    }
  }

  /** Null if it is not worth waiting for, because there is more to ask by now. */
  private Reply answer(byte[] question) throws IOException {
    try (HttpConnection connection = jobTracker.open("POST", Paths.watch(), question, null)) {
      synchronized (this) {
        if (changed || stopped) {
          return null;
        }
        current = connection;
      }
      return jobTracker.finish(connection, Paths.watch(), null, null, Limits.WATCH_BYTES);
    } finally {
      synchronized (this) {
        current = null;
      }
    }
  }

  private boolean spread(
      List<Watch.Entry> wishes, Map<String, WorkerJob> waiting, List<Watch.Answer> answers)
      throws IOException {
    Map<String, Watch.Entry> byJob = new HashMap<String, Watch.Entry>();
    for (Watch.Entry wish : wishes) {
      byJob.put(wish.job, wish);
    }
    boolean good = true;
    for (Watch.Answer answer : answers) {
      WorkerJob job = waiting.get(answer.job);
      SecretKey key = job == null ? null : tracker.token(job.id);
      if (key == null) {
        continue;
      }
      if (answer.status == 200 && answer.answers(key, byJob.get(answer.job))) {
        job.news.post(Bulletin.decode(answer.body));
        parking.wake(topic(job.id));
      } else {
        job.problem("the JobTracker's hook answers with status " + answer.status);
        good = false;
      }
    }
    return good;
  }

  private synchronized boolean pause() {
    try {
      wait(FAILED_MILLIS);
      running = !stopped;
      return running;
    } catch (InterruptedException e) {
      running = false;
      return false;
    }
  }
}
