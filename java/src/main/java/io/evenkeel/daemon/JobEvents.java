package io.evenkeel.daemon;

/** What the JobTracker tells; called with its locks held, so it must return at once. */
public interface JobEvents {
  /** A job was submitted. */
  void added(JobView job);

  /** A job has ended or was removed. */
  void ended(String job);
}
