package io.evenkeel.daemon.page;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** The last warnings and errors of Evenkeel's own log lines, for the health panel. */
final class RecentErrors extends AppenderSkeleton {
  private static final int KEPT = 30;
  private static final int LENGTH = 500;

  /** Ids of jobs, tasks and attempts all hold the job's. */
  private static final Pattern JOB = Pattern.compile("(?:job|task|attempt)_(\\d+_\\d+)");

  private final ArrayDeque<Entry> entries = new ArrayDeque<Entry>();
  private long count;

  /** One line of the log. */
  static final class Entry {
    final long at;
    final String level;
    final String message;

    /** The jobs that the whole line names. */
    final Set<String> jobs;

    Entry(long at, String level, String message, Set<String> jobs) {
      this.at = at;
      this.level = level;
      this.message = message;
      this.jobs = jobs;
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
    Set<String> jobs = jobsIn(message);
    if (message.length() > LENGTH) {
      message = message.substring(0, LENGTH) + "\u2026";
    }
    synchronized (entries) {
      entries.addFirst(new Entry(event.getTimeStamp(), event.getLevel().toString(), message, jobs));
      count++;
      if (entries.size() > KEPT) {
        entries.removeLast();
      }
    }
  }

  private static Set<String> jobsIn(String message) {
    Set<String> jobs = new HashSet<String>();
    Matcher found = JOB.matcher(message);
    while (found.find()) {
      jobs.add("job_" + found.group(1));
    }
    return jobs;
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
