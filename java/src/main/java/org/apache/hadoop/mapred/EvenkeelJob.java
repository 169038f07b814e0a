package org.apache.hadoop.mapred;

import io.evenkeel.daemon.JobDetails;
import io.evenkeel.daemon.JobView;
import io.evenkeel.daemon.MapPaces;
import io.evenkeel.wire.MapEvent;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
 *
 * <p>It lives here because {@code JobInProgress} keeps its numbers, its token and its tasks to its
 * package, and {@code TaskInProgress} is package-private.
 */
final class EvenkeelJob implements JobView {
  /** What a task says whose node lacks the jar: our Partitioner or our hook is not found. */
  private static final String NO_CLASS = "ClassNotFoundException: io.evenkeel.";

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
  public long inputBytes() {
    return job.getInputLength();
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
  public int mapsFailed() {
    return job.failedMapTIPs;
  }

  @Override
  public int events() {
    return job.taskCompletionEvents.size();
  }

  @Override
  public List<MapEvent> mapEvents(int from, int to, MapPaces paces) {
    List<MapEvent> out = new ArrayList<MapEvent>();
    synchronized (job) {
      for (TaskCompletionEvent event : job.getTaskCompletionEvents(from, to - from)) {
        if (event.isMapTask()) {
          TaskAttemptID attempt = event.getTaskAttemptId();
          int map = attempt.getTaskID().getId();
          int state = state(event.getTaskStatus());
          String name = state == MapEvent.SUCCEEDED ? trackerOfMap(map, attempt) : null;
          if (name != null) {
            paces.add(name, event.getTaskRunTime());
          }
          String pages = String.valueOf(event.getTaskTrackerHttp());
          out.add(new MapEvent(map, attempt.getId(), state, pages));
        }
      }
    }
    return out;
  }

  /** The name of the TaskTracker of a map's attempt, or null. The job's lock is held. */
  private String trackerOfMap(int map, TaskAttemptID attempt) {
    TaskStatus status = map < job.maps.length ? job.maps[map].getTaskStatus(attempt) : null;
    return status == null ? null : status.getTaskTracker();
  }

  @Override
  public List<String> reducePlaces() {
    // By name: only the JobTracker knows the addresses, under the lock that heartbeats wait for.
    List<String> names = new ArrayList<String>();
    synchronized (job) {
      for (TaskInProgress task : job.reduces) {
        Map.Entry<TaskAttemptID, String> running = task.getActiveTasks().firstEntry();
        names.add(running == null ? null : running.getValue());
      }
    }
    return names;
  }

  private static int state(TaskCompletionEvent.Status status) {
    switch (status) {
      case SUCCEEDED:
        return MapEvent.SUCCEEDED;
      case TIPFAILED:
        return MapEvent.ABANDONED;
      default:
        return MapEvent.LOST;
    }
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
  public int attemptsFailed() {
    return job.failedMapTasks + job.failedReduceTasks;
  }

  @Override
  public List<String> explainFailed(String unhooked, String missing) {
    List<String> added = new ArrayList<String>();
    for (TaskInProgress[] tasks : new TaskInProgress[][] {job.maps, job.reduces}) {
      for (TaskInProgress task : tasks) {
        if (task.numTaskFailures() > 0) {
          explain(task, EvenkeelSeal.MESSAGE, unhooked, added);
          explain(task, NO_CLASS, missing, added);
        }
      }
    }
    return added;
  }

  private static void explain(TaskInProgress task, String symptom, String why, List<String> added) {
    synchronized (task) {
      for (TaskStatus status : task.getTaskStatuses()) {
        TaskAttemptID attempt = status.getTaskID();
        String known = String.valueOf(task.getDiagnosticInfo(attempt));
        if (known.contains(symptom) && !known.contains(why)) {
          String text = attempt + " on " + status.getTaskTracker() + " " + why;
          task.addDiagnosticInfo(attempt, text);
          added.add(text);
        }
      }
    }
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
