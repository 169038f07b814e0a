package io.evenkeel.daemon;

import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.MapEvent;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What the JobTracker's hook knows of one running job: parameters, planning, news, what its reduce
 * tasks told.
 */
final class JobRecord {
  private static final int TIMELINES_BYTES = 4 << 20;
  private static final int ATTEMPTS_KEPT = 32;
  private static final long AT_ONCE = Long.MIN_VALUE;
  private static final long NEVER = Long.MAX_VALUE;

  /** Timelines of a reduce: its attempts that may still win, and one or two that have failed. */
  private static final int TIMELINES_KEPT = 4;

  final JobView view;
  final News news = new News();
  final Meters meters = new Meters();
  final long addedAt;
  private volatile JobParams params;
  private volatile byte[] paramsMessage;
  private volatile Planning planning;
  private final MapPaces paces = new MapPaces();
  private int eventsRead;
  private long eventsReadAt;
  private final Map<Integer, Set<String>> reducedAttempts = new HashMap<Integer, Set<String>>();
  private final TreeMap<Integer, Map<String, String>> timelines = new TreeMap<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean stumbled = new AtomicBoolean();
  private final AtomicBoolean failing = new AtomicBoolean();
  private volatile String reportDir = "";
  private long decideAt = AT_ONCE;
  private long undecidableSince;
  private final Budget shared;
  private int timelineBytes;
  private int reducesAudited;
  private int failuresSeen;

  /** A job that was added at a time; timelines are kept within a budget that all jobs share. */
  JobRecord(JobView view, long addedAt, Budget shared) {
    this.view = view;
    this.shared = shared;
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

  /** True the first time that the clock failed for this job. */
  boolean stumbled() {
    return stumbled.compareAndSet(false, true);
  }

  /** True for the first who makes the job fail, until {@link #notFailed}. */
  boolean failing() {
    return failing.compareAndSet(false, true);
  }

  /** The job could not be made to fail; another may try. */
  void notFailed() {
    failing.set(false);
  }

  /** The decision failed: whether it may be made again, and then when. */
  synchronized boolean decideLater(long now, int pauseMillis, int limitMillis) {
    if (undecidableSince == 0) {
      undecidableSince = now;
    }
    boolean again = now - undecidableSince < limitMillis;
    decideAt = again ? now + pauseMillis : NEVER;
    return again;
  }

  /** Whether the time has come to decide, for the first time or again; true only once. */
  synchronized boolean decideNow(long now) {
    boolean due = now >= decideAt;
    if (due) {
      decideAt = NEVER;
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

  /**
   * Takes over what became of maps, at most once in {@code pauseMillis} while maps run; true if
   * there is news. One caller at a time.
   */
  boolean readEvents(long now, long pauseMillis) {
    int known = view.events();
    boolean mapsDone = view.mapsDone() >= params.maps();
    if (known == eventsRead || !mapsDone && now - eventsReadAt < pauseMillis) {
      return false;
    }
    List<MapEvent> fresh = view.mapEvents(eventsRead, known, paces);
    eventsRead = known;
    eventsReadAt = now;
    news.events.add(news.events.size(), fresh);
    return !fresh.isEmpty();
  }

  /** Tells the planning how fast nodes are. One caller at a time, the one who reads events. */
  void tellPaces() {
    if (params.speeds().equals("measured")) {
      String json = paces.json(view.reducePlaces());
      planning.pace(json.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** An attempt of a reduce task says that it ran by the table. */
  synchronized void reduced(int reduce, String attempt, String timeline) {
    Set<String> attempts = reducedAttempts.computeIfAbsent(reduce, r -> new LinkedHashSet<>());
    attempts.remove(attempt);
    attempts.add(attempt);
    if (attempts.size() > ATTEMPTS_KEPT) {
      attempts.remove(attempts.iterator().next());
    }
    keep(timelines.computeIfAbsent(reduce, r -> new LinkedHashMap<>()), attempt, timeline);
  }

  /** Each attempt has its own: which one the job's output is of is known at its end only. */
  private void keep(Map<String, String> ofReduce, String attempt, String timeline) {
    if (ofReduce.size() == TIMELINES_KEPT && !ofReduce.containsKey(attempt)) {
      forget(ofReduce, ofReduce.keySet().iterator().next());
    }
    forget(ofReduce, attempt);
    int size = timeline.length();
    if (!closed.get() && timelineBytes + size <= TIMELINES_BYTES && shared.take(size)) {
      ofReduce.put(attempt, timeline);
      timelineBytes += size;
    }
  }

  private void forget(Map<String, String> ofReduce, String attempt) {
    String before = ofReduce.remove(attempt);
    free(before == null ? 0 : before.length());
  }

  private void free(int size) {
    timelineBytes -= size;
    shared.give(size);
  }

  /** The job's report is made; its timelines make room. */
  synchronized void dropTimelines() {
    timelines.clear();
    free(timelineBytes);
  }

  /** A reduce attempt that succeeded without having run by the table, or null (safety rule 3). */
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

  /** Whether attempts have failed since the last call. One caller at a time. */
  boolean moreFailed() {
    int failed = view.attemptsFailed();
    boolean more = failed != failuresSeen;
    failuresSeen = failed;
    return more;
  }

  private synchronized boolean hasReduced(String attempt) {
    Set<String> attempts = reducedAttempts.get(Ids.task(attempt));
    return attempts != null && attempts.contains(attempt);
  }

  /**
   * The timelines of the reduce tasks, by number, each JSON: that of the attempt that succeeded,
   * and before there is one, the latest.
   */
  TreeMap<Integer, String> timelines() {
    TreeMap<Integer, String> out = new TreeMap<Integer, String>();
    Map<Integer, String> winners = new HashMap<Integer, String>();
    for (String attempt : view.succeededReduces()) {
      winners.put(Ids.task(attempt), attempt);
    }
    synchronized (this) {
      for (Map.Entry<Integer, Map<String, String>> each : timelines.entrySet()) {
        String latest = null;
        for (String timeline : each.getValue().values()) {
          latest = timeline;
        }
        String winner = winners.get(each.getKey());
        String shown = winner == null ? latest : each.getValue().get(winner);
        if (shown != null) {
          out.put(each.getKey(), shown);
        }
      }
    }
    return out;
  }
}
