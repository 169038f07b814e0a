package io.evenkeel.daemon.page;

/** Who may see a job, as Hadoop's own job page decides it. */
public final class Access {
  /** The job's owner. */
  public final String owner;

  /** The job's queue, whose administrators may see it. */
  public final String queue;

  /** The job's list of viewers, as in {@code mapreduce.job.acl-view-job}. */
  public final String viewers;

  /** As Hadoop knows them when the job ends; a kept report keeps them. */
  public Access(String owner, String queue, String viewers) {
    this.owner = owner;
    this.queue = queue;
    this.viewers = viewers;
  }
}
