package io.evenkeel.task;

import io.evenkeel.EvenkeelPartitioner;
import io.evenkeel.LocalStatistics;
import io.evenkeel.Statistics;
import io.evenkeel.Version;
import io.evenkeel.map.MapSession;
import io.evenkeel.reduce.ReduceSession;
import io.evenkeel.reduce.ReduceWrap;
import io.evenkeel.wire.JobParams;
import java.io.IOException;
import javax.crypto.SecretKey;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.EvenkeelTaskAccess;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.mapreduce.security.token.JobTokenIdentifier;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.LinuxResourceCalculatorPlugin;

/**
 * The class that {@code mapreduce.tasktracker.resourcecalculatorplugin} names. Hadoop builds it
 * early in each task, with the task's own configuration, so that it can bend a late-bound task
 * before the output buffer or the reducer exists. Apart from that it is Hadoop's own resource
 * calculator (for a task without children by a shorter way), and nothing else in a TaskTracker, in
 * the cleanup of a failed attempt, and in jobs without our Partitioner; a job's setup and cleanup
 * tasks only ask for its parameters, and end when they are done.
 */
public final class TaskHook extends LinuxResourceCalculatorPlugin {
  private static final Log LOG = LogFactory.getLog(TaskHook.class);

  /** The attempt that was hooked last in this JVM. */
  private static String hooked;

  private Thread builder;
  private volatile OwnProcess process;
  private ProcResourceValues before;
  private int calls;
  private JobConf job;
  private JobLine line;
  private MapSession map;
  private LocalStatistics statistics;
  private boolean endsPromptly;

  @Override
  public void setConf(Configuration conf) {
    super.setConf(conf);
    if (!(conf instanceof JobConf) || !concerns((JobConf) conf) || !isFirst((JobConf) conf)) {
      return;
    }
    builder = Thread.currentThread();
    process = OwnProcess.ofTask();
    before = used();
    MapSession.end();
    ReduceSession.end();
    try {
      hook((JobConf) conf);
    } catch (IOException e) {
      throw new IllegalStateException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Whether this is a task of a job that names our Partitioner, and more than a cleaning up. */
  static boolean concerns(JobConf conf) {
    String ours = EvenkeelPartitioner.class.getName();
    return conf.get("mapred.task.id") != null
        && !"local".equals(conf.get("mapred.job.tracker", "local"))
        && (ours.equals(conf.get("mapred.partitioner.class"))
            || ours.equals(conf.get("mapreduce.partitioner.class")))
        && !EvenkeelTaskAccess.isTaskCleanup();
  }

  /** A second one in an attempt, which only a job's own code asks for, is but a calculator. */
  private static synchronized boolean isFirst(JobConf conf) {
    String attempt = conf.get("mapred.task.id");
    boolean first = !attempt.equals(hooked);
    hooked = attempt;
    return first;
  }

  private void hook(JobConf conf) throws IOException, InterruptedException {
    Token<JobTokenIdentifier> token = TokenCache.getJobToken(conf.getCredentials());
    if (token == null) {
      throw new IOException("Evenkeel on node " + Node.name() + ": the task has no job token");
    }
    SecretKey key = JobTokenSecretManager.createSecretKey(token.getPassword());
    Node node = Node.of(conf);
    JobLine daemons =
        new DaemonLine(conf.get("mapred.job.id"), key, node.taskTracker(), node.jobTracker());
    JobParams known = known(conf, daemons);
    JobParams params = known == null ? null : ofTask(conf, known);
    endsPromptly = known != null && known.endsPromptly();
    if (params == null) {
      return;
    }
    if (params.error() != null) {
      throw new IOException("Evenkeel: " + params.error());
    }
    if (params.lateBinding() && !Version.get().equals(params.plugin())) {
      throw new IOException(otherVersion(params));
    }
    job = conf;
    line = daemons;
    if (conf.getBoolean("mapred.task.is.map", true)) {
      beginMap(params);
    } else {
      beginReduce(params, key, token);
    }
  }

  /** Versions may differ in how a key becomes a group: no task of a job runs by another one's. */
  private static String otherVersion(JobParams params) {
    return "Evenkeel on node "
        + Node.name()
        + " is version "
        + Version.get()
        + ", the JobTracker's is "
        + params.plugin()
        + ", so this task must not run. Cure: put the same jar on every node, and restart its"
        + " TaskTracker";
  }

  /**
   * The job's parameters; null in a task that is probably a setup or cleanup, and does without,
   * where they cannot be had.
   */
  static JobParams known(JobConf conf, JobLine daemons) throws IOException, InterruptedException {
    try {
      return daemons.params();
    } catch (IOException e) {
      if (isNumbered(conf, conf.getNumMapTasks(), conf.getNumReduceTasks())) {
        throw e;
      }
      LOG.info("Evenkeel: " + e.getMessage());
      return null;
    }
  }

  /**
   * What a task goes by, or null in a job's setup or cleanup, which is numbered past the end. A
   * node may override the number of tasks; the parameters have the right ones.
   */
  static JobParams ofTask(JobConf conf, JobParams known) {
    if (isNumbered(conf, conf.getNumMapTasks(), conf.getNumReduceTasks())) {
      return known;
    }
    if (known.error() != null || !known.lateBinding()) {
      // With an error there are no numbers, and the job's maps and reduces tell it to the user.
      return null;
    }
    return isNumbered(conf, known.maps(), known.slots()) ? known : null;
  }

  private static boolean isNumbered(JobConf conf, int maps, int reduces) {
    int number = conf.getInt("mapred.task.partition", 0);
    return number < (conf.getBoolean("mapred.task.is.map", true) ? maps : reduces);
  }

  private void beginMap(JobParams params) {
    MergeLog.quiet();
    statistics = Statistics.begin(null);
    map = MapSession.begin(job, params);
  }

  private void beginReduce(JobParams params, SecretKey key, Token<JobTokenIdentifier> token)
      throws IOException, InterruptedException {
    if (!params.lateBinding()) {
      LOG.info("Evenkeel: late binding is off for this job: " + params.reason());
      return;
    }
    ReduceSession session = ReduceSession.begin(job, params, line, key, ChildLine.open(job, token));
    Statistics.begin(session::statistics);
    MergeLog.quiet();
    ReduceWrap.writeInputs(job, params.maps());
    session.awaitMaps();
    ReduceWrap.install(job);
  }

  /**
   * Hadoop asks once while it builds the task and once when its output is final, both in the task's
   * main thread. The first answer is where the task's CPU time counts from: that is before the
   * hook, in which a reduce task does most of its copying. The second is when a map reports. Other
   * threads ask in between.
   */
  @Override
  public ProcResourceValues getProcResourceValues() {
    if (Thread.currentThread() == builder) {
      calls++;
      if (calls == 1) {
        return before;
      }
      if (calls == 2) {
        end();
      }
    }
    return used();
  }

  private void end() {
    if (map != null) {
      seal();
      report();
    }
    if (endsPromptly) {
      endPromptly();
    }
  }

  private void endPromptly() {
    try {
      PromptEnd.of(builder);
    } catch (LinkageError e) {
      // The jar was replaced or removed while the task ran: no reason to fail one that is done.
      LOG.info("Evenkeel: the task ends as Hadoop's: " + e);
    }
  }

  /**
   * From the first child on, children that have ended count too: Hadoop's calculator keeps them.
   */
  private ProcResourceValues used() {
    OwnProcess own = process;
    ProcResourceValues values = own == null ? null : own.values();
    if (values != null) {
      return values;
    }
    process = null;
    return super.getProcResourceValues();
  }

  /** Without the seal a reducer without this hook could lose pairs: the map must not succeed. */
  private void seal() {
    try {
      map.seal(job);
    } catch (IOException e) {
      throw new IllegalStateException(
          "Evenkeel on node "
              + Node.name()
              + " cannot seal this map's output, so the map must not succeed: "
              + e.getMessage()
              + ". Cure: see that the node's local disks have room and that none of its site files"
              + " overrides the job's Partitioner",
          e);
    }
  }

  /** The user's own statistics; where they cannot be told, the counts still can. */
  private byte[] statisticsMessage() {
    try {
      return statistics.message();
    } catch (RuntimeException e) {
      LOG.warn("Evenkeel: this map's own statistics are lost: " + e);
      return null;
    }
  }

  /** Statistics are advice (safety rule 4): a report that cannot be made or sent fails nothing. */
  private void report() {
    try {
      byte[] message = map.report(statisticsMessage());
      if (message != null) {
        line.report(job.getInt("mapred.task.partition", 0), job.get("mapred.task.id"), message);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("Evenkeel: this map's report is lost, which may cost balance: " + e);
    }
  }
}
