package io.evenkeel.daemon;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.JobParams;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.SecretKey;

/** What a TaskTracker's hook keeps of one job. */
final class WorkerJob {
  final String id;
  private final SecretKey token;
  private final Map<String, Integer> delivered = new ConcurrentHashMap<String, Integer>();
  private volatile byte[] paramsMessage;
  private volatile JobParams params;
  private volatile byte[] statistics;
  private volatile Bulletin bulletin;
  private volatile boolean watched;
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

  /** Makes news visible; the table stays. */
  synchronized void post(Bulletin news) {
    if (bulletin == null || bulletin.kind != Bulletin.TABLE) {
      bulletin = news;
    }
  }

  Bulletin newsAfter(int after) {
    Bulletin latest = bulletin;
    return latest != null && latest.stage > after ? latest : null;
  }

  /** The stage of the newest bulletin; 0 if there is none. */
  int stage() {
    Bulletin latest = bulletin;
    return latest == null ? 0 : latest.stage;
  }

  /** A task waits for bulletins of this job; true if it is the first. */
  synchronized boolean watch() {
    boolean first = !watched;
    watched = true;
    return first;
  }

  /** Whether the JobTracker must still be asked for bulletins. */
  boolean waiting() {
    Bulletin latest = bulletin;
    return watched && (latest == null || latest.kind != Bulletin.TABLE);
  }

  /** The JobTracker's answer to a message that its sender waits for. */
  void delivered(String attempt, int status) {
    delivered.put(attempt, status);
  }

  /** That answer, or null. */
  Integer delivery(String attempt) {
    return delivered.get(attempt);
  }

  /** Lets the message be sent again. */
  void forget(String attempt) {
    delivered.remove(attempt);
  }

  /** Why something cannot be had, for the task's message. */
  void problem(String text) {
    problem = text;
  }

  String problem() {
    return problem;
  }
}
