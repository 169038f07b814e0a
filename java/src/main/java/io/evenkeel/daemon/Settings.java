package io.evenkeel.daemon;

import io.evenkeel.Config;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;

/** The daemon's own settings, and its clocks. */
final class Settings {
  final long reportWaitMillis;
  final long scheduleLimitMillis;
  final int jobsKept;
  final String nativeLibrary;
  final ReportFolder reportFolder;
  private final LongSupplier wall;
  private final LongSupplier steady;

  Settings(Configuration conf) {
    this(conf, System::currentTimeMillis, Clocks::millis);
  }

  Settings(Configuration conf, LongSupplier wall, LongSupplier steady) {
    reportWaitMillis = Config.REPORT_WAIT.number(conf, 0, 600000);
    scheduleLimitMillis = Config.SCHEDULE_LIMIT.number(conf, 1, 600000);
    jobsKept = Config.JOBS_KEPT.number(conf, 0, 10000);
    nativeLibrary = Config.NATIVE_LIBRARY.text(conf);
    reportFolder =
        ReportFolder.of(Config.REPORT_STORE.text(conf), System.getProperty("hadoop.log.dir"));
    this.wall = wall;
    this.steady = steady;
  }

  /** Milliseconds since 1970: only for what people and reports are told, since it may jump. */
  long now() {
    return wall.getAsLong();
  }

  /** The clock for waiting, see {@link Clocks}. */
  long steady() {
    return steady.getAsLong();
  }
}
