package io.evenkeel.daemon;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What a job cost the JobTracker's hook; kept for its report (Section 4.1 of the paper counts these
 * bytes). Times are milliseconds since 1970.
 */
final class Meters {
  final AtomicLong reportBytes = new AtomicLong();
  final AtomicLong bulletins = new AtomicLong();
  final AtomicLong hintBytes = new AtomicLong();
  final AtomicLong tableBytes = new AtomicLong();

  /** What became of maps, and bulletins of nothing: the paper has neither. */
  final AtomicLong eventBytes = new AtomicLong();

  /** What a job's own statistics cost; the paper has none. */
  final AtomicLong statisticsBytes = new AtomicLong();

  volatile long lastReportAt;
  volatile long scheduledAt;
  volatile long publishedAt;
  volatile long scheduleMicros;
  volatile long storeMicros;
}
