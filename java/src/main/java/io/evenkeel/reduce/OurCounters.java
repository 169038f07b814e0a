package io.evenkeel.reduce;

import io.evenkeel.wire.Limits;
import io.evenkeel.wire.Table;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.hadoop.mapred.EvenkeelTaskAccess;

/**
 * The counters of a late-bound job, in a group of their own. A task may have 120 counters, and 51
 * groups of them: where a task has little room left, ours are left out. What the JobTracker adds up
 * over maps and reduces may not exceed 120 either, or it fails the job; its hook allows {@link
 * Limits#COUNTERS} more, so that ours never take the room of the job's own.
 */
final class OurCounters {
  private static final Log LOG = LogFactory.getLog(OurCounters.class);
  private static final String GROUP = "Evenkeel";
  private static final int SPARE = 20;
  private static final int MOST_GROUPS = 25;

  private OurCounters() {}

  /** Counts what a task has done. */
  static void count(TaskVoice voice, ReduceSession session, int[] order) throws IOException {
    if (EvenkeelTaskAccess.countersLeft(voice.reporter()) < SPARE
        || EvenkeelTaskAccess.counterGroups(voice.reporter()) > MOST_GROUPS) {
      LOG.info("Evenkeel: the job has too many counters; ours are left out");
      return;
    }
    try {
      values(session.plan.table(), session.totals, session.timeline, order)
          .forEach((name, value) -> voice.counter(GROUP, name).increment(value));
    } catch (RuntimeException tooMany) {
      LOG.info("Evenkeel: its counters are left out: " + tooMany.getMessage());
    }
  }

  /** At most {@link Limits#COUNTERS}, by name. */
  static Map<String, Long> values(Table table, CopyTotals totals, Timeline timeline, int[] order) {
    Map<String, Long> out = new LinkedHashMap<>();
    out.put("Reducers by table of " + table.algorithm(), 1L);
    out.put("Groups run", (long) order.length);
    out.put("Copy requests", (long) totals.requests());
    out.put("Bytes copied", totals.all());
    out.put("Bytes copied before the last map", totals.early(order));
    out.put("Bytes copied in vain", totals.inVain(order));
    out.put("Sort delay (ms)", timeline.sortDelay(order));
    out.put("Run delay (ms)", timeline.runDelay(order));
    return out;
  }
}
