package org.apache.hadoop.mapred;

import io.evenkeel.daemon.JobDetails;
import io.evenkeel.daemon.JobView;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.SecretKey;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.mapreduce.security.token.JobTokenIdentifier;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;

/**
 * A job of the JobTracker as the hook sees it. Its plain fields are read without the job's lock: a
 * reader that comes a moment too early asks again.
 */
final class EvenkeelJob implements JobView {
  private final JobTracker tracker;
  private final JobInProgress job;
  private volatile SecretKey token;

  EvenkeelJob(JobTracker tracker, JobInProgress job) {
    this.tracker = tracker;
    this.job = job;
  }

  @Override
  public String id() {
    return job.getJobID().toString();
  }

  @Override
  public String name() {
    return job.getProfile().getJobName();
  }

  @Override
  public String user() {
    return job.getProfile().getUser();
  }

  @Override
  public File jobFile() {
    Path file = job.localJobFile;
    return file == null ? null : new File(file.toUri().getPath());
  }

  @Override
  public SecretKey token() {
    SecretKey known = token;
    Credentials credentials = job.tokenStorage;
    if (known == null && job.inited() && credentials != null) {
      Token<JobTokenIdentifier> found = TokenCache.getJobToken(credentials);
      if (found != null) {
        known = JobTokenSecretManager.createSecretKey(found.getPassword());
        token = known;
      }
    }
    return known;
  }

  @Override
  public boolean initialised() {
    return job.inited();
  }

  @Override
  public int maps() {
    return job.numMapTasks;
  }

  @Override
  public int reduces() {
    return job.numReduceTasks;
  }

  @Override
  public int mapsDone() {
    return job.finishedMapTasks + job.failedMapTIPs;
  }

  @Override
  public int reducesDone() {
    return job.finishedReduceTasks;
  }

  @Override
  public List<String> succeededReduces() {
    List<String> attempts = new ArrayList<String>();
    for (TaskInProgress task : job.reduces) {
      TaskAttemptID attempt = task.getSuccessfulTaskid();
      if (attempt != null) {
        attempts.add(attempt.toString());
      }
    }
    return attempts;
  }

  @Override
  public boolean ended() {
    return job.isComplete();
  }

  @Override
  public String state() {
    switch (job.getStatus().getRunState()) {
      case JobStatus.RUNNING:
        return "running";
      case JobStatus.SUCCEEDED:
        return "succeeded";
      case JobStatus.FAILED:
        return "failed";
      case JobStatus.KILLED:
        return "killed";
      default:
        return "preparing";
    }
  }

  @Override
  public JobDetails details() {
    return new EvenkeelJobDetails(tracker, job);
  }

  @Override
  public void fail(String reason) {
    job.getStatus().setFailureInfo(reason);
    tracker.failJob(job);
  }
}
