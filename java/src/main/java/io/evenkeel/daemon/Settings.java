package io.evenkeel.daemon;

import io.evenkeel.Config;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;

/** The daemon's own settings, and its clock. */
final class Settings {
  final long reportWaitMillis;
  final long scheduleLimitMillis;
  final int jobsKept;
  final String nativeLibrary;
  private final LongSupplier clock;

  Settings(Configuration conf, LongSupplier clock) {
    reportWaitMillis = Config.REPORT_WAIT.number(conf, 0, 600000);
    scheduleLimitMillis = Config.SCHEDULE_LIMIT.number(conf, 1, 600000);
    jobsKept = Config.JOBS_KEPT.number(conf, 0, 10000);
    nativeLibrary = Config.NATIVE_LIBRARY.text(conf);
    this.clock = clock;
  }

  long now() {
    return clock.getAsLong();
  }
}
