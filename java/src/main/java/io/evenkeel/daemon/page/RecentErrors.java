package io.evenkeel.daemon.page;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** The last warnings and errors of Evenkeel's own log lines, for the health panel. */
final class RecentErrors extends AppenderSkeleton {
  private static final int KEPT = 30;
  private static final int LENGTH = 500;
  private final ArrayDeque<Entry> entries = new ArrayDeque<Entry>();
  private long count;

  /** One line of the log. */
  static final class Entry {
    final long at;
    final String level;
    final String message;

    Entry(long at, String level, String message) {
      this.at = at;
      this.level = level;
      this.message = message;
    }
  }

  /** Listens to the hook's log from now on. */
  static RecentErrors listen() {
    RecentErrors errors = new RecentErrors();
    errors.setThreshold(Level.WARN);
    Logger.getLogger("io.evenkeel").addAppender(errors);
    return errors;
  }

  @Override
  protected void append(LoggingEvent event) {
    String message = String.valueOf(event.getRenderedMessage());
    if (message.length() > LENGTH) {
      message = message.substring(0, LENGTH) + "\u2026";
    }
    synchronized (entries) {
      entries.addFirst(new Entry(event.getTimeStamp(), event.getLevel().toString(), message));
      count++;
      if (entries.size() > KEPT) {
        entries.removeLast();
      }
    }
  }

  /** The latest first. */
  List<Entry> latest() {
    synchronized (entries) {
      return new ArrayList<Entry>(entries);
    }
  }

  /** How many there were in all. */
  long count() {
    synchronized (entries) {
      return count;
    }
  }

  @Override
  public boolean requiresLayout() {
    return false;
  }

  @Override
  public void close() {
    Logger.getLogger("io.evenkeel").removeAppender(this);
  }
}
