package io.evenkeel.daemon;

import java.io.File;
import java.util.List;
import javax.crypto.SecretKey;

/** What the JobTracker's hook may know of a job. No method waits for a lock of the JobTracker. */
public interface JobView {
  /** The job's id. */
  String id();

  /** The job's name, as its user chose it. */
  String name();

  /** The job's user. */
  String user();

  /** The local copy of the submitted job.xml, or null if it is gone. */
  File jobFile();

  /** The job's token, or null before the job is initialised. */
  SecretKey token();

  /** Whether the job's tasks exist. */
  boolean initialised();

  /** Number of map tasks. */
  int maps();

  /** Number of reduce tasks, as the JobTracker took it from the job and its own site files. */
  int reduces();

  /** Maps that succeeded or failed for good. */
  int mapsDone();

  /** How many reduce tasks have succeeded. */
  int reducesDone();

  /** The successful attempt of each reduce task that has one. */
  List<String> succeededReduces();

  /** Whether the job has ended. */
  boolean ended();

  /** {@code running}, {@code succeeded}, {@code failed}, {@code killed} or {@code preparing}. */
  String state();

  /** What only a report needs. */
  default JobDetails details() {
    return JobDetails.NONE;
  }

  /** Makes the job fail, with a reason that its user sees. May wait for the JobTracker's lock. */
  void fail(String reason);
}
