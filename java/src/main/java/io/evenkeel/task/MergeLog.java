package io.evenkeel.task;

import org.apache.log4j.Level;
import org.apache.log4j.Logger;

/**
 * Hadoop's Merger logs two lines whenever it merges. A late-bound task merges once a group, so the
 * task's log would hold hundreds of them and nothing else, at a cost that shows.
 */
final class MergeLog {
  private MergeLog() {}

  /** Only warnings from now on, unless the job or its node chose a level. */
  static void quiet() {
    Logger merger = Logger.getLogger("org.apache.hadoop.mapred.Merger");
    if (merger.getLevel() == null) {
      merger.setLevel(Level.WARN);
    }
  }
}
