package io.evenkeel.reduce;

import org.apache.hadoop.mapred.JobConf;

/** A class that the job names, and ours that stands in for it while Hadoop builds the task. */
final class UsersClass {
  private static final String SAVED = "evenkeel.task.saved.";

  private final String key;
  private final String fallback;

  UsersClass(String key, Class<?> fallback) {
    this.key = key;
    this.fallback = fallback.getName();
  }

  /** Puts ours in its place. */
  void replace(JobConf job, Class<?> ours) {
    job.set(SAVED + key, job.get(key, fallback));
    job.set(key, ours.getName());
  }

  /** Puts the user's back, for good or for a while. */
  void restore(JobConf job) {
    job.set(key, job.get(SAVED + key, fallback));
  }

  /** Puts ours back in its place. */
  void again(JobConf job, Class<?> ours) {
    job.set(key, ours.getName());
  }
}
