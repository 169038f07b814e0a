package io.evenkeel.daemon;

import java.util.concurrent.atomic.AtomicLong;

/** What a job cost the JobTracker's hook; kept for its report. Times are milliseconds. */
final class Meters {
  final AtomicLong reports = new AtomicLong();
  final AtomicLong reportBytes = new AtomicLong();
  final AtomicLong refusedReports = new AtomicLong();
  final AtomicLong bulletins = new AtomicLong();
  final AtomicLong bulletinBytes = new AtomicLong();
  final AtomicLong hintStages = new AtomicLong();
  final AtomicLong hintBytes = new AtomicLong();
  final AtomicLong tableBytes = new AtomicLong();
  volatile long firstReportAt;
  volatile long lastReportAt;
  volatile long scheduleStartedAt;
  volatile long scheduledAt;
  volatile long publishedAt;
  volatile long scheduleMicros;
  volatile long storeMicros;

  /** As JSON. The paper's bounds stand beside the bytes: 8Mn each way for the JobTracker's side. */
  String json(int maps, int groups) {
    return "{\"reports\":"
        + reports
        + ",\"reportBytes\":"
        + reportBytes
        + ",\"refusedReports\":"
        + refusedReports
        + ",\"paperCollectBytes\":"
        + 8L * maps * groups
        + ",\"bulletins\":"
        + bulletins
        + ",\"bulletinBytes\":"
        + bulletinBytes
        + ",\"paperBroadcastBytes\":"
        + 4L * maps * groups
        + ",\"hintStages\":"
        + hintStages
        + ",\"firstReportAt\":"
        + firstReportAt
        + ",\"lastReportAt\":"
        + lastReportAt
        + ",\"scheduleStartedAt\":"
        + scheduleStartedAt
        + ",\"scheduledAt\":"
        + scheduledAt
        + ",\"publishedAt\":"
        + publishedAt
        + ",\"scheduleMicros\":"
        + scheduleMicros
        + ",\"storeMicros\":"
        + storeMicros
        + "}";
  }
}
