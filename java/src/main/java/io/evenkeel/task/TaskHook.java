package io.evenkeel.task;

import io.evenkeel.EvenkeelPartitioner;
import io.evenkeel.LocalStatistics;
import io.evenkeel.Statistics;
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
 * first in each task, with the task's own configuration, so that it can bend a late-bound task
 * before the output buffer or the reducer exists. Apart from that it is Hadoop's own resource
 * calculator, and nothing else in a TaskTracker, in setup and cleanup tasks, and in jobs without
 * our Partitioner.
 */
public final class TaskHook extends LinuxResourceCalculatorPlugin {
  private static final Log LOG = LogFactory.getLog(TaskHook.class);

  private Thread builder;
  private int calls;
  private JobConf job;
  private JobLine line;
  private MapSession map;
  private LocalStatistics statistics;

  @Override
  public void setConf(Configuration conf) {
    super.setConf(conf);
    if (!(conf instanceof JobConf) || !concerns((JobConf) conf)) {
      return;
    }
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

  private void hook(JobConf conf) throws IOException, InterruptedException {
    Token<JobTokenIdentifier> token = TokenCache.getJobToken(conf.getCredentials());
    if (token == null) {
      throw new IOException("Evenkeel on node " + Node.name() + ": the task has no job token");
    }
    SecretKey key = JobTokenSecretManager.createSecretKey(token.getPassword());
    Node node = Node.of(conf);
    JobLine daemons =
        new DaemonLine(conf.get("mapred.job.id"), key, node.taskTracker(), node.jobTracker());
    JobParams params = params(conf, daemons);
    if (params == null) {
      return;
    }
    if (params.error() != null) {
      throw new IOException("Evenkeel: " + params.error());
    }
    job = conf;
    line = daemons;
    if (conf.getBoolean("mapred.task.is.map", true)) {
      beginMap(params);
    } else {
      beginReduce(params, key, token);
    }
  }

  /**
   * The job's parameters, or null in a job's setup or cleanup task, which is numbered past the end.
   */
  private static JobParams params(JobConf conf, JobLine daemons)
      throws IOException, InterruptedException {
    boolean isMap = conf.getBoolean("mapred.task.is.map", true);
    int number = conf.getInt("mapred.task.partition", 0);
    if (number < (isMap ? conf.getNumMapTasks() : conf.getNumReduceTasks())) {
      return daemons.params();
    }
    // Either a setup or cleanup task, or a node that overrides the number of tasks.
    try {
      JobParams params = daemons.params();
      boolean real = params.lateBinding() && number < (isMap ? params.maps() : params.slots());
      return real ? params : null;
    } catch (IOException e) {
      LOG.info("Evenkeel: " + e.getMessage());
      return null;
    }
  }

  private void beginMap(JobParams params) {
    builder = Thread.currentThread();
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
    session.awaitMaps();
    ReduceWrap.install(job, params.maps());
  }

  /**
   * Hadoop asks once while it builds the task and once when a map's output is final, both in the
   * task's main thread; the second is when the map reports. Other threads ask in between.
   */
  @Override
  public ProcResourceValues getProcResourceValues() {
    if (map != null && Thread.currentThread() == builder && ++calls == 2) {
      report();
    }
    return super.getProcResourceValues();
  }

  /** Statistics are advice (safety rule 3): a report that cannot be made or sent fails nothing. */
  private void report() {
    try {
      byte[] message = map.report(job, statistics.message());
      if (message != null) {
        line.report(job.getInt("mapred.task.partition", 0), job.get("mapred.task.id"), message);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("Evenkeel: this map's report is lost, which may cost balance: " + e);
    }
  }
}
