package org.apache.hadoop.mapred;

import io.evenkeel.daemon.JobEvents;
import io.evenkeel.daemon.SmallFile;
import io.evenkeel.daemon.Storage;
import io.evenkeel.daemon.page.Access;
import io.evenkeel.daemon.page.PageSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;

/**
 * The JobTracker as the hook sees it: its jobs' events, who may view them, and its system
 * directory.
 *
 * <p>It lives here because {@code JobInProgressListener} is package-private, as are the
 * JobTracker's configuration and its getters of folder, owner and access lists.
 */
public final class EvenkeelJobTracker implements Storage {
  private static final String PREFIX = "evenkeel.";
  private static int allowed;
  private final JobTracker tracker;

  /** Wraps the servlet context's {@code job.tracker}. */
  public EvenkeelJobTracker(Object tracker) {
    this.tracker = (JobTracker) tracker;
  }

  /** The daemon's configuration. */
  public Configuration conf() {
    return tracker.conf;
  }

  /**
   * Lets every job have {@code more} counters than this JobTracker's limit. It fails a job whose
   * tasks have more names of counters in all; a reduce task that adds ours cannot know the maps'.
   */
  public static synchronized void allowCounters(int more) {
    if (allowed == 0) {
      allowed = more;
      Counters.MAX_COUNTER_LIMIT += more;
    }
  }

  /** Passes on the JobTracker's events from now on. */
  public void listen(final JobEvents events) {
    tracker.addJobInProgressListener(
        new JobInProgressListener() {
          @Override
          public void jobAdded(JobInProgress job) {
            events.added(new EvenkeelJob(tracker, job));
          }

          @Override
          public void jobRemoved(JobInProgress job) {
            events.ended(job.getJobID().toString());
          }

          @Override
          public void jobUpdated(JobChangeEvent event) {
            JobInProgress job = event.getJobInProgress();
            if (job.isComplete()) {
              events.ended(job.getJobID().toString());
            }
          }
        });
  }

  /** Whether Hadoop's own job page would show a job to this user; null is an unknown one. */
  public boolean mayView(String user, Access job) {
    if (user == null || !tracker.areACLsEnabled()) {
      return true;
    }
    UserGroupInformation viewer = UserGroupInformation.createRemoteUser(user);
    Operation view = Operation.VIEW_JOB_DETAILS;
    try {
      return tracker.getACLsManager().isMRAdmin(viewer)
          || tracker.getQueueManager().hasAccess(job.queue, view.qACLNeeded, viewer)
          || tracker
              .getJobACLsManager()
              .checkAccess(
                  viewer, view.jobACLNeeded, job.owner, new AccessControlList(job.viewers));
    } catch (AccessControlException e) {
      return false;
    }
  }

  /** The TaskTrackers known now. Waits for the JobTracker's lock. */
  public List<PageSource.Tracker> trackers() {
    List<PageSource.Tracker> out = new ArrayList<PageSource.Tracker>();
    for (TaskTrackerStatus status : tracker.taskTrackers()) {
      out.add(new PageSource.Tracker(status.getHost(), status.getHttpPort()));
    }
    return out;
  }

  @Override
  public byte[] read(final String job, final String name, final int maxBytes) throws IOException {
    return asOwner(
        new PrivilegedExceptionAction<byte[]>() {
          @Override
          public byte[] run() throws IOException {
            Path file = file(job, name);
            FileSystem fs = file.getFileSystem(tracker.conf);
            FileStatus status;
            try {
              status = fs.getFileStatus(file);
            } catch (FileNotFoundException e) {
              return null;
            }
            if (status.getLen() > SmallFile.longest(fs, maxBytes)) {
              throw new IOException(file + " has " + status.getLen() + " bytes");
            }
            return SmallFile.content(content(fs, status));
          }
        });
  }

  @Override
  public void write(final String job, final String name, final byte[] bytes) throws IOException {
    asOwner(
        new PrivilegedExceptionAction<Void>() {
          @Override
          public Void run() throws IOException {
            Path file = file(job, name);
            Path half = file(job, name + ".new");
            FileSystem fs = file.getFileSystem(tracker.conf);
            byte[] block = SmallFile.filled(fs, bytes);
            SmallFile.write(fs, half, block);
            publish(fs, half, file, block);
            return null;
          }
        });
  }

  /**
   * Renames {@code half} to {@code file}. HDFS refuses if {@code file} exists, as it does after a
   * write that was done but whose answer was lost; nobody has been told of its content then.
   */
  static void publish(FileSystem fs, Path half, Path file, byte[] bytes) throws IOException {
    if (fs.rename(half, file)) {
      return;
    }
    if (fs.exists(file)) {
      FileStatus status = fs.getFileStatus(file);
      if (status.getLen() == bytes.length && Arrays.equals(bytes, content(fs, status))) {
        fs.delete(half, false);
        return;
      }
      if (fs.delete(file, false) && fs.rename(half, file)) {
        return;
      }
    }
    throw new IOException("cannot rename " + half + " to " + file);
  }

  private static byte[] content(FileSystem fs, FileStatus file) throws IOException {
    byte[] bytes = new byte[(int) file.getLen()];
    FSDataInputStream in = fs.open(file.getPath());
    try {
      in.readFully(0, bytes);
    } finally {
      in.close();
    }
    return bytes;
  }

  @Override
  public void drop(final String job) throws IOException {
    asOwner(
        new PrivilegedExceptionAction<Void>() {
          @Override
          public Void run() throws IOException {
            Path dir = tracker.getSystemDirectoryForJob(JobID.forName(job));
            FileSystem fs = dir.getFileSystem(tracker.conf);
            FileStatus[] files = fs.listStatus(dir);
            if (files == null) {
              return null;
            }
            int left = 0;
            for (FileStatus file : files) {
              if (file.getPath().getName().startsWith(PREFIX)) {
                fs.delete(file.getPath(), false);
              } else {
                left++;
              }
            }
            if (left == 0) {
              fs.delete(dir, true);
            }
            return null;
          }
        });
  }

  private Path file(String job, String name) {
    return new Path(tracker.getSystemDirectoryForJob(JobID.forName(job)), PREFIX + name);
  }

  private <T> T asOwner(PrivilegedExceptionAction<T> action) throws IOException {
    try {
      return tracker.getMROwner().doAs(action);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while using the system directory", e);
    }
  }
}
