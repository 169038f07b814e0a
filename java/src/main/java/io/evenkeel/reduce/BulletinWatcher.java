package io.evenkeel.reduce;

import io.evenkeel.task.JobLine;
import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.Hints;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.Table;
import io.evenkeel.wire.WireException;
import java.io.IOException;
import java.util.BitSet;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Listens for hints and for the table. Hints are advice: a bad one is only logged. */
final class BulletinWatcher extends Thread {
  private static final Log LOG = LogFactory.getLog(BulletinWatcher.class);
  private static final long PAUSE_MILLIS = 1_000;
  private static final long SHORT_PAUSE_MILLIS = 100;

  private final JobLine line;
  private final JobParams params;
  private final int slot;
  private final CopyPlan plan;

  BulletinWatcher(JobLine line, JobParams params, int slot, CopyPlan plan) {
    super("evenkeel bulletins");
    setDaemon(true);
    this.line = line;
    this.params = params;
    this.slot = slot;
    this.plan = plan;
  }

  @Override
  public void run() {
    int stage = 0;
    try {
      while (!plan.isClosed() && plan.table() == null) {
        long pause = PAUSE_MILLIS;
        try {
          Bulletin news = line.bulletin(stage);
          if (news.kind != Bulletin.NOTHING) {
            stage = Math.max(stage, news.stage);
            hear(news);
          }
          pause = SHORT_PAUSE_MILLIS;
        } catch (WireException e) {
          LOG.warn("Evenkeel: a bulletin that cannot be read: " + e.getMessage());
        } catch (IOException e) {
          LOG.debug("Evenkeel: no bulletin: " + e.getMessage());
        }
        Thread.sleep(pause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      plan.fail(e);
    }
  }

  private void hear(Bulletin news) throws IOException {
    if (news.kind == Bulletin.TABLE) {
      Table table = Table.decode(news.message, params.groups(), params.slots());
      plan.bind(table);
      LOG.info("Evenkeel: the table has come, made by " + table.algorithm());
    } else {
      Hints hints = Hints.decode(news.message, params.groups(), params.slots());
      BitSet mine = Binding.hinted(hints, slot, params.groups());
      plan.hint(mine);
      LOG.info("Evenkeel: hints of stage " + hints.stage() + ": " + mine.cardinality() + " groups");
    }
  }
}
