package io.evenkeel.daemon.page;

import java.util.List;

/** All that the page may know of jobs and of the cluster; tests give it another. */
public interface PageSource {
  /** Balanced jobs, running ones first, then the latest. */
  List<JobRow> jobs();

  /** A job of the list, or null. */
  JobRow job(String id);

  /** The facts of a job's report as JSON, or null. */
  byte[] facts(String id);

  /** Whether this user, or an unknown one (null), may see a job. */
  boolean mayView(String user, JobRow job);

  /** The same of a job that need not be in the list, or known at all. */
  boolean mayView(String user, String job);

  /** Why there is no native library, or null if it works. */
  String nativeProblem();

  /** The TaskTrackers that the JobTracker knows. May wait for its lock. */
  List<Tracker> trackers();

  /** Where a TaskTracker answers. */
  final class Tracker {
    /** As the JobTracker has it from heartbeats. */
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
