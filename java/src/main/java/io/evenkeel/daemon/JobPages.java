package io.evenkeel.daemon;

import io.evenkeel.daemon.page.JobLine;
import io.evenkeel.daemon.page.PageSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapred.EvenkeelJobTracker;

/** The book of jobs as the page sees it. */
final class JobPages implements PageSource {
  private final JobBook book;
  private final Planners planners;
  private final EvenkeelJobTracker tracker;

  JobPages(JobBook book, Planners planners, EvenkeelJobTracker tracker) {
    this.book = book;
    this.planners = planners;
    this.tracker = tracker;
  }

  @Override
  public List<JobLine> jobs() {
    List<JobLine> out = new ArrayList<JobLine>();
    for (JobRecord record : book.running()) {
      if (record.planning() != null) {
        out.add(JobAccount.line(record));
      }
    }
    out.sort((a, b) -> Long.compare(b.submitted, a.submitted));
    out.addAll(book.finished().lines());
    return out;
  }

  @Override
  public JobLine job(String id) {
    JobRecord record = running(id);
    return record == null ? book.finished().line(id) : JobAccount.line(record);
  }

  @Override
  public byte[] facts(String id) {
    JobRecord record = running(id);
    return record == null ? book.finished().facts(id) : JobAccount.facts(record);
  }

  private JobRecord running(String id) {
    JobRecord record = book.find(id);
    return record == null || record.planning() == null ? null : record;
  }

  @Override
  public boolean mayView(String user, JobLine job) {
    return tracker.mayView(user, job.access);
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
