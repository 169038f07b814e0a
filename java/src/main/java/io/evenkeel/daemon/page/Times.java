package io.evenkeel.daemon.page;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Times as the JobTracker's clock shows them. */
final class Times {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

  private Times() {}

  static String of(long millis) {
    return FORMAT.format(Instant.ofEpochMilli(millis));
  }
}
