package org.apache.hadoop.mapred;

import io.evenkeel.daemon.TrackerView;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import javax.crypto.SecretKey;
import javax.servlet.ServletContext;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SecureIOUtils;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.util.DiskChecker.DiskErrorException;

/**
 * The TaskTracker as the hook sees it: its jobs' tokens and its maps' output.
 *
 * <p>It lives here because {@code TaskTracker.RunningJob}, {@code getIntermediateOutputDir} and the
 * TaskTracker's token manager are package-private.
 */
public final class EvenkeelTaskTracker implements TrackerView {
  private final TaskTracker tracker;
  private final ServletContext context;

  /** Wraps the servlet context's {@code task.tracker}. */
  public EvenkeelTaskTracker(Object tracker, ServletContext context) {
    this.tracker = (TaskTracker) tracker;
    this.context = context;
  }

  @Override
  public SecretKey token(String job) {
    try {
      return tracker.getJobTokenSecretManager().retrieveTokenSecret(job);
    } catch (InvalidToken e) {
      return null;
    }
  }

  @Override
  public FileInputStream open(String job, String attempt, Part part) throws IOException {
    JobConf jobConf;
    synchronized (tracker.runningJobs) {
      TaskTracker.RunningJob running = tracker.runningJobs.get(JobID.forName(job));
      jobConf = running == null ? null : running.getJobConf();
    }
    if (jobConf == null) {
      return null;
    }
    String folder = TaskTracker.getIntermediateOutputDir(jobConf.getUser(), job, attempt);
    LocalDirAllocator disks = (LocalDirAllocator) context.getAttribute("localDirAllocator");
    try {
      Path path = disks.getLocalPathToRead(part.below(folder), conf());
      String owner = tracker.getTaskController().getRunAsUser(jobConf);
      return open(new File(path.toUri().getPath()), owner);
    } catch (DiskErrorException e) {
      return null;
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  /**
   * Opens a file of this owner. Without its native library Hadoop starts a process to learn who
   * owns one, which costs more than to send it; Java can tell as well. Whatever Java does not
   * confirm, Hadoop decides.
   */
  static FileInputStream open(File file, String owner) throws IOException {
    if (!NativeIO.isAvailable() && owner.equals(ownerOf(file))) {
      return new FileInputStream(file);
    }
    return SecureIOUtils.openForRead(file, owner);
  }

  /** The file's owner, or null if Java cannot tell. */
  private static String ownerOf(File file) {
    try {
      return Files.getOwner(file.toPath()).getName();
    } catch (IOException | UnsupportedOperationException | InvalidPathException e) {
      return null;
    }
  }

  @Override
  public void lost(String attempt, String why) throws IOException {
    tracker.mapOutputLost(TaskAttemptID.forName(attempt), why);
  }

  @Override
  public Configuration conf() {
    Configuration conf = (Configuration) context.getAttribute("conf");
    return conf == null ? tracker.getJobConf() : conf;
  }
}
