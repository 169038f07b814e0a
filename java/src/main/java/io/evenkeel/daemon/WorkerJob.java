package io.evenkeel.daemon;

import io.evenkeel.wire.JobParams;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import javax.crypto.SecretKey;

/** What a TaskTracker's hook keeps of one job. */
final class WorkerJob {
  private static final long WATCHED_MILLIS = 15000;

  /** Answers kept; whose answer was dropped asks the JobTracker again. */
  private static final int DELIVERED = 1024;

  final String id;
  final News news = new News();
  private final SecretKey token;
  private final Map<String, Integer> delivered =
      new LinkedHashMap<String, Integer>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
          return size() > DELIVERED;
        }
      };
  private volatile byte[] paramsMessage;
  private volatile JobParams params;
  private volatile byte[] statistics;
  private volatile long watchedUntil = Long.MIN_VALUE;
  private volatile String problem = "the JobTracker has not answered yet";

  WorkerJob(String id, SecretKey token) {
    this.id = id;
    this.token = token;
  }

  /**
   * Whether this is the job with that token. A JobTracker that starts again within the same minute
   * gives the same ids again, and what was kept of another job must not reach this one.
   */
  boolean isOf(SecretKey other) {
    return Objects.equals(token, other);
  }

  void params(byte[] message, JobParams decoded) {
    params = decoded;
    paramsMessage = message;
  }

  byte[] paramsMessage() {
    return paramsMessage;
  }

  JobParams params() {
    return params;
  }

  void statistics(byte[] message) {
    statistics = message;
  }

  byte[] statistics() {
    return statistics;
  }

  /** A task waits for bulletins of this job; true if none did lately. */
  synchronized boolean watch(long now) {
    boolean first = !waiting(now);
    watchedUntil = now + WATCHED_MILLIS;
    return first;
  }

  /** Whether the JobTracker must be asked for bulletins: a task that needs them asks again soon. */
  boolean waiting(long now) {
    return now < watchedUntil;
  }

  /** The JobTracker's answer to a message that its sender waits for. */
  void delivered(String attempt, int status) {
    synchronized (delivered) {
      delivered.put(attempt, status);
    }
  }

  /** That answer, or null. */
  Integer delivery(String attempt) {
    synchronized (delivered) {
      return delivered.get(attempt);
    }
  }

  /** Lets the message be sent again. */
  void forget(String attempt) {
    synchronized (delivered) {
      delivered.remove(attempt);
    }
  }

  /** Why something cannot be had, for the task's message. */
  void problem(String text) {
    problem = text;
  }

  String problem() {
    return problem;
  }
}
