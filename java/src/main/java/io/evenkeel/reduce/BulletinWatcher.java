package io.evenkeel.reduce;

import io.evenkeel.task.JobLine;
import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.Hints;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.MapEvent;
import io.evenkeel.wire.Table;
import io.evenkeel.wire.WireException;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Listens for hints, for the table and for what became of maps (Section 4 of the paper, step 5).
 * Hints are advice: a bad one is only logged.
 */
final class BulletinWatcher extends Thread {
  private static final Log LOG = LogFactory.getLog(BulletinWatcher.class);
  private static final long PAUSE_MILLIS = 1_000;

  /** After an answer without news; one with news cannot come again, so who has heard it asks on. */
  private static final long SHORT_PAUSE_MILLIS = 20;

  private final JobLine line;
  private final String job;
  private final JobParams params;
  private final int slot;
  private final CopyPlan plan;
  private final Timeline timeline;

  BulletinWatcher(
      JobLine line, String job, JobParams params, int slot, CopyPlan plan, Timeline timeline) {
    super("evenkeel bulletins");
    setDaemon(true);
    this.line = line;
    this.job = job;
    this.params = params;
    this.slot = slot;
    this.plan = plan;
    this.timeline = timeline;
  }

  @Override
  public void run() {
    int stage = 0;
    int events = 0;
    timeline.listened(Clock.SYSTEM.millis());
    try {
      while (!plan.isClosed() && !plan.isWhole()) {
        long pause = PAUSE_MILLIS;
        try {
          Bulletin news = line.bulletin(stage, events);
          boolean heard = false;
          if (news.first == events) {
            hear(news.events);
            events += news.events.size();
            heard = !news.events.isEmpty();
          }
          if (news.kind != Bulletin.NOTHING && news.stage > stage) {
            hear(news);
            stage = news.stage;
            heard = true;
          }
          pause = heard ? 0 : SHORT_PAUSE_MILLIS;
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

  private void hear(List<MapEvent> events) {
    for (MapEvent event : events) {
      if (event.map >= params.maps()) {
        continue;
      }
      switch (event.state) {
        case MapEvent.SUCCEEDED:
          plan.located(event.map, event.attemptId(job), event.tracker);
          break;
        case MapEvent.ABANDONED:
          plan.abandoned(event.map);
          break;
        default:
          plan.lost(event.map, event.attemptId(job));
          break;
      }
    }
  }

  private void hear(Bulletin news) throws IOException {
    if (news.kind == Bulletin.TABLE) {
      Table table = Table.decode(news.message, params.groups(), params.slots());
      plan.bind(table);
      timeline.bound(Clock.SYSTEM.millis(), news.message.length);
      LOG.info("Evenkeel: the table has come, made by " + table.algorithm());
    } else {
      Hints hints = Hints.decode(news.message, params.groups(), params.slots());
      BitSet mine = Binding.hinted(hints, slot, params.groups());
      plan.hint(mine);
      timeline.hinted(news.message.length);
      LOG.info("Evenkeel: hints of stage " + hints.stage() + ": " + mine.cardinality() + " groups");
    }
  }
}
