package io.evenkeel.daemon;

import io.evenkeel.daemon.page.Access;
import io.evenkeel.daemon.page.JobRow;
import io.evenkeel.daemon.page.PageSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.mapred.EvenkeelJobTracker;

/** The book of jobs as the page sees it. */
final class JobPages implements PageSource {
  private static final long FRESH_MILLIS = 250;
  private static final int VIEWS_MILLIS = 10000;
  private static final int VIEWS = 10000;
  private static final Access NOBODYS = new Access("", "", "");
  private final JobBook book;
  private final Planners planners;
  private final EvenkeelJobTracker tracker;
  private final Map<String, Boolean> views = new HashMap<String, Boolean>();
  private long viewsSince = Clocks.millis();
  private List<JobRow> latest;
  private long latestAt;

  JobPages(JobBook book, Planners planners, EvenkeelJobTracker tracker) {
    this.book = book;
    this.planners = planners;
    this.tracker = tracker;
  }

  /** Made anew a few times a second at most, however many look. */
  @Override
  public synchronized List<JobRow> jobs() {
    long now = Clocks.millis();
    if (latest == null || now - latestAt > FRESH_MILLIS) {
      latest = Collections.unmodifiableList(collect());
      latestAt = now;
    }
    return latest;
  }

  private List<JobRow> collect() {
    List<JobRow> out = new ArrayList<JobRow>();
    List<JobRow> kept = book.finished().rows();
    Set<String> known = new HashSet<String>();
    for (JobRow row : kept) {
      known.add(row.id);
    }
    List<JobRecord> records = new ArrayList<JobRecord>(book.running());
    book.closing().stream().filter(r -> !known.contains(r.view.id())).forEach(records::add);
    for (JobRecord record : records) {
      if (record.planning() != null) {
        out.add(JobAccount.row(record));
      }
    }
    out.sort((a, b) -> Long.compare(b.submitted, a.submitted));
    out.addAll(kept);
    return out;
  }

  @Override
  public JobRow job(String id) {
    JobRecord record = shown(id);
    return record == null ? book.finished().row(id) : JobAccount.row(record);
  }

  @Override
  public byte[] facts(String id) {
    JobRecord record = shown(id);
    return record == null ? book.finished().facts(id) : JobAccount.facts(record);
  }

  /** The record of a job that runs, or has ended a moment ago and is not kept yet; else null. */
  private JobRecord shown(String id) {
    JobRecord record = find(id);
    return record == null || record.planning() == null ? null : record;
  }

  private JobRecord find(String id) {
    JobRecord record = book.find(id);
    if (record != null) {
      return record;
    }
    for (JobRecord ended : book.closing()) {
      if (ended.view.id().equals(id) && book.finished().row(id) == null) {
        return ended;
      }
    }
    return null;
  }

  /**
   * Hadoop looks up the user's groups by a shell command, and remembers them only if there are
   * some; a page of many jobs would start hundreds. So answers hold for a few seconds.
   */
  @Override
  public boolean mayView(String user, JobRow job) {
    return mayView(user, job.access);
  }

  /** A job that is forgotten is everybody's only where everything is. */
  @Override
  public boolean mayView(String user, String job) {
    JobRecord record = find(job);
    JobRow row = record == null ? book.finished().row(job) : null;
    Access access = row == null ? NOBODYS : row.access;
    return mayView(user, record == null ? access : record.view.details().access());
  }

  private boolean mayView(String user, Access access) {
    String key = String.join("\n", "" + user, access.owner, access.queue, access.viewers);
    long now = Clocks.millis();
    synchronized (views) {
      if (now - viewsSince > VIEWS_MILLIS || views.size() > VIEWS) {
        views.clear();
        viewsSince = now;
      }
      Boolean known = views.get(key);
      if (known != null) {
        return known;
      }
    }
    boolean may = tracker.mayView(user, access);
    synchronized (views) {
      views.put(key, may);
    }
    return may;
  }

  @Override
  public String nativeProblem() {
    return planners.problem();
  }

  @Override
  public List<Tracker> trackers() {
    return tracker.trackers();
  }
}
