package io.evenkeel.daemon;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.JobParams;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** What the JobTracker's hook knows of one running job. */
final class JobRecord {
  private static final int TIMELINES_BYTES = 4 << 20;
  private static final int ATTEMPTS_KEPT = 32;

  final JobView view;
  final Meters meters = new Meters();
  final long addedAt;
  private volatile JobParams params;
  private volatile byte[] paramsMessage;
  private volatile Planning planning;
  private volatile Bulletin bulletin;
  private final Map<Integer, Set<String>> reducedAttempts = new HashMap<Integer, Set<String>>();
  private final TreeMap<Integer, String> timelines = new TreeMap<Integer, String>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile String reportDir = "";
  private volatile long decideAgainAt;
  private long undecidableSince;
  private int timelineBytes;
  private int reducesAudited;

  JobRecord(JobView view, long addedAt) {
    this.view = view;
    this.addedAt = addedAt;
  }

  /** Makes the parameters visible; the planning, if any, comes first. */
  void decided(JobParams decision, Planning plan) {
    planning = plan;
    params = decision;
    paramsMessage = decision.encode();
  }

  /** True for the first who closes the job. */
  boolean close() {
    return closed.compareAndSet(false, true);
  }

  /** The decision failed: whether it may be made again, and then when. */
  boolean decideLater(long now, int pauseMillis, int limitMillis) {
    if (undecidableSince == 0) {
      undecidableSince = now;
    }
    boolean again = now - undecidableSince < limitMillis;
    decideAgainAt = again ? now + pauseMillis : 0;
    return again;
  }

  /** Whether the time has come to decide again; true only once. One caller at a time. */
  boolean decideNow(long now) {
    boolean due = decideAgainAt != 0 && now >= decideAgainAt;
    if (due) {
      decideAgainAt = 0;
    }
    return due;
  }

  /** Where the job wants its report, or empty. */
  String reportDir() {
    return reportDir;
  }

  /** The job says where it wants its report. */
  void reportDir(String folder) {
    reportDir = folder;
  }

  /** The parameters, or null while they are not decided. */
  JobParams params() {
    return params;
  }

  /** The parameters as they are sent, or null while they are not decided. */
  byte[] paramsMessage() {
    return paramsMessage;
  }

  /** The planning of a late-bound job, else null. */
  Planning planning() {
    return planning;
  }

  /** Makes hints or the table visible. The table stays. */
  synchronized void post(Bulletin news) {
    if (bulletin == null || bulletin.kind != Bulletin.TABLE) {
      bulletin = news;
    }
  }

  /** What is newer than {@code after}, or null. */
  Bulletin newsAfter(int after) {
    Bulletin latest = bulletin;
    return latest != null && latest.stage > after ? latest : null;
  }

  /** An attempt of a reduce task says that it ran by the table. */
  synchronized void reduced(int reduce, String attempt, String timeline) {
    Set<String> attempts = reducedAttempts.computeIfAbsent(reduce, r -> new LinkedHashSet<>());
    attempts.remove(attempt);
    attempts.add(attempt);
    if (attempts.size() > ATTEMPTS_KEPT) {
      attempts.remove(attempts.iterator().next());
    }
    String before = timelines.remove(reduce);
    timelineBytes -= before == null ? 0 : before.length();
    if (timelineBytes + timeline.length() <= TIMELINES_BYTES) {
      timelines.put(reduce, timeline);
      timelineBytes += timeline.length();
    }
  }

  /** A reduce attempt that succeeded without having run by the table, or null (safety rule 2). */
  String unboundReduce() {
    int done = view.reducesDone();
    if (done == reducesAudited) {
      return null;
    }
    for (String attempt : view.succeededReduces()) {
      if (!hasReduced(attempt)) {
        return attempt;
      }
    }
    reducesAudited = done;
    return null;
  }

  private synchronized boolean hasReduced(String attempt) {
    Set<String> attempts = reducedAttempts.get(Ids.task(attempt));
    return attempts != null && attempts.contains(attempt);
  }

  /** The timelines of the reduce tasks, by number, each JSON. */
  synchronized TreeMap<Integer, String> timelines() {
    return new TreeMap<Integer, String>(timelines);
  }
}
