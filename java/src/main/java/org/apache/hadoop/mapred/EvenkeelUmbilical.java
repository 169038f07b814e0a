package org.apache.hadoop.mapred;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.mapreduce.security.token.JobTokenIdentifier;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;

/**
 * A line of our own from a reduce child to its TaskTracker, open before the task has built its own
 * parts.
 *
 * <p>It lives here because {@code JvmContext}, {@code JVMId} and {@code ReduceTaskStatus} are
 * package-private.
 */
public final class EvenkeelUmbilical implements Closeable {
  private final TaskUmbilicalProtocol proxy;
  private final TaskAttemptID attempt;
  private final JvmContext jvm;

  /**
   * Opens the line.
   *
   * @param jvmOf any attempt this JVM was started for; with {@code jvmNumber} it names the JVM
   */
  public EvenkeelUmbilical(
      InetSocketAddress address,
      TaskAttemptID attempt,
      TaskAttemptID jvmOf,
      int jvmNumber,
      String pid,
      Token<JobTokenIdentifier> token,
      Configuration conf)
      throws IOException, InterruptedException {
    this.attempt = attempt;
    this.jvm = new JvmContext(new JVMId(jvmOf.getJobID(), jvmOf.isMap(), jvmNumber), pid);
    SecurityUtil.setTokenService(token, address);
    UserGroupInformation owner =
        UserGroupInformation.createRemoteUser(attempt.getJobID().toString());
    owner.addToken(token);
    this.proxy =
        owner.doAs(
            (PrivilegedExceptionAction<TaskUmbilicalProtocol>)
                () ->
                    (TaskUmbilicalProtocol)
                        RPC.getProxy(
                            TaskUmbilicalProtocol.class,
                            TaskUmbilicalProtocol.versionID,
                            address,
                            conf));
  }

  /** What became of maps, from the event numbered {@code from} on. */
  public MapTaskCompletionEventsUpdate events(int from, int most) throws IOException {
    return proxy.getMapCompletionEvents(attempt.getJobID(), from, most, attempt, jvm);
  }

  /** Says that the task lives and still copies, and which maps' output it could not get. */
  public boolean copying(float progress, String state, List<TaskAttemptID> failed)
      throws IOException, InterruptedException {
    ReduceTaskStatus status = status(progress, state, TaskStatus.Phase.SHUFFLE);
    for (TaskAttemptID map : failed) {
      status.addFetchFailedMap(map);
    }
    return proxy.statusUpdate(attempt, status, jvm);
  }

  /** Says that the task has all maps' output that it copies early, and is being built. */
  public void sorting(float progress, String state) throws IOException, InterruptedException {
    proxy.statusUpdate(attempt, status(progress, state, TaskStatus.Phase.SORT), jvm);
  }

  /** Says that the task runs; Hadoop's own first word, sent before it, tells of no progress. */
  public void running(float progress, String state) throws IOException, InterruptedException {
    proxy.statusUpdate(attempt, status(progress, state, TaskStatus.Phase.REDUCE), jvm);
  }

  private ReduceTaskStatus status(float progress, String state, TaskStatus.Phase phase) {
    return new ReduceTaskStatus(
        attempt, progress, 1, TaskStatus.State.RUNNING, "", state, "", phase, new Counters());
  }

  @Override
  public void close() {
    RPC.stopProxy(proxy);
  }
}
