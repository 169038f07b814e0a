package org.apache.hadoop.mapred;

import io.evenkeel.daemon.JobDetails;
import io.evenkeel.daemon.page.Access;
import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobACL;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;

/**
 * What a report needs to know of a job of the JobTracker.
 *
 * <p>It lives here because {@code JobInProgress} keeps its times and its tokens, and the JobTracker
 * its configuration, to their package.
 */
final class EvenkeelJobDetails implements JobDetails {
  private final JobTracker tracker;
  private final JobInProgress job;

  EvenkeelJobDetails(JobTracker tracker, JobInProgress job) {
    this.tracker = tracker;
    this.job = job;
  }

  @Override
  public long submitted() {
    return job.startTime;
  }

  @Override
  public long started() {
    return job.launchTime;
  }

  @Override
  public long finished() {
    return job.finishTime;
  }

  @Override
  public Access access() {
    JobProfile profile = job.getProfile();
    String viewers = job.getJobConf().get(JobACL.VIEW_JOB.getAclName(), "");
    return new Access(profile.getUser(), profile.getQueueName(), viewers);
  }

  /**
   * Only the cluster's own file system: it alone checks the user. A path of the JobTracker's
   * machine would be written with the JobTracker's own rights.
   */
  @Override
  public void write(String folder, Map<String, byte[]> files) throws IOException {
    URI own = FileSystem.getDefaultUri(tracker.conf);
    if ("file".equals(own.getScheme())) {
      throw new IOException("the cluster's file system is local");
    }
    UserGroupInformation user = UserGroupInformation.createRemoteUser(job.getProfile().getUser());
    Credentials credentials = job.tokenStorage;
    if (credentials != null) {
      for (Token<? extends TokenIdentifier> token : credentials.getAllTokens()) {
        user.addToken(token);
      }
    }
    PrivilegedExceptionAction<Void> action =
        () -> {
          FileSystem fs = FileSystem.get(own, tracker.conf);
          Path into = new Path(folder).makeQualified(fs);
          fs.mkdirs(into);
          for (Map.Entry<String, byte[]> file : files.entrySet()) {
            FSDataOutputStream out = fs.create(new Path(into, file.getKey()), true);
            try {
              out.write(file.getValue());
            } finally {
              out.close();
            }
          }
          return null;
        };
    try {
      user.doAs(action);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      FileSystem.closeAllForUGI(user);
    }
  }
}
