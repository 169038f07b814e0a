package io.evenkeel.daemon.page;

import java.util.List;

/** What the page may know. */
public interface PageSource {
  /** Balanced jobs, running ones first, then the latest. */
  List<JobLine> jobs();

  /** A job of the list, or null. */
  JobLine job(String id);

  /** The facts of a job's report as JSON, or null. */
  byte[] facts(String id);

  /** Whether this user, or an unknown one (null), may see a job. */
  boolean mayView(String user, JobLine job);

  /** Why there is no native library, or null if it works. */
  String nativeProblem();

  /** The TaskTrackers that the JobTracker knows. May wait for its lock. */
  List<Tracker> trackers();

  /** Where a TaskTracker answers. */
  final class Tracker {
    /** Its host. */
    public final String host;

    /** Its HTTP port. */
    public final int port;

    /** Host and port. */
    public Tracker(String host, int port) {
      this.host = host;
      this.port = port;
    }

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }
}
