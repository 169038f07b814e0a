package io.evenkeel.daemon;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.Limits;

/**
 * What a daemon can tell of a job: the newest hints or the table, and what became of maps. The
 * JobTracker keeps one a job, and each TaskTracker a copy of it.
 */
final class News {
  final MapEventLog events = new MapEventLog();
  private volatile Bulletin latest;

  /** Makes news visible. The table stays; events that are not the next ones are ignored. */
  synchronized void post(Bulletin news) {
    if (news.kind != Bulletin.NOTHING && !hasTable()) {
      latest = news.without();
    }
    events.add(news.first, news.events);
  }

  /** Whether there is more than this stage and this number of map events. */
  boolean isAfter(int stage, int known) {
    return stage() > stage || events.size() > known;
  }

  /** What is newer than a stage and a number of map events. */
  Bulletin after(int stage, int known) {
    Bulletin newest = latest;
    boolean staged = newest != null && newest.stage > stage;
    Bulletin news = staged ? newest : Bulletin.nothing(stage);
    return events.size() > known ? news.with(known, events.from(known, Limits.EVENTS)) : news;
  }

  /** The stage of the newest hints or of the table; 0 if there is neither. */
  int stage() {
    Bulletin newest = latest;
    return newest == null ? 0 : newest.stage;
  }

  private boolean hasTable() {
    Bulletin newest = latest;
    return newest != null && newest.kind == Bulletin.TABLE;
  }
}
