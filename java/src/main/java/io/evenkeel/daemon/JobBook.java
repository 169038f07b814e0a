package io.evenkeel.daemon;

import io.evenkeel.Config;
import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.Limits;
import io.evenkeel.wire.WireException;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** All jobs of the JobTracker: decides their parameters, plans them, forgets them at their end. */
final class JobBook implements JobEvents {
  private static final Log LOG = LogFactory.getLog(JobBook.class);
  private static final int MAX_JOBS = 20000;
  private static final int EVENTS_MILLIS = 200;
  private static final int EVENTS_MILLIS_PER_WAITING = 2;
  private static final long QUEUED_BYTES = 128L << 20;
  private static final long TIMELINES_BYTES = 64L << 20;

  /** What the statistics of all jobs weigh; each is kept twice, once as its message. */
  private static final long STATISTICS_BYTES = 64L << 20;

  private static final int DECIDE_AGAIN_MILLIS = 2000;
  private static final int DECIDE_LIMIT_MILLIS = 30000;
  private static final String UNHOOKED =
      "ran without Evenkeel's hook and failed before it could lose pairs. Cure: "
          + Config.TASK_HOOK_CURE;

  private static final String NO_JAR =
      "did not find Evenkeel's classes. Cure: put the Evenkeel jar into that node's Hadoop lib"
          + " folder, and both of its properties into mapred-site.xml there, as on the other nodes,"
          + " then restart its TaskTracker";

  private final Settings settings;
  private final Storage storage;
  private final BiFunction<String, JobParams, Planner> planners;
  private final Parking parking;
  private final Executor workers;
  private final Executor disk;
  private final FinishedJobs finished;
  private final ReportWriter writer;
  private final Budget queued = new Budget(QUEUED_BYTES);
  private final Budget timelines = new Budget(TIMELINES_BYTES);
  private final Budget allStatistics = new Budget(STATISTICS_BYTES);
  private final Map<String, JobRecord> live = new ConcurrentHashMap<String, JobRecord>();
  private final Map<String, JobRecord> closing = new ConcurrentHashMap<String, JobRecord>();

  JobBook(
      Settings settings,
      Storage storage,
      BiFunction<String, JobParams, Planner> planners,
      Parking parking,
      Executor workers,
      Executor disk,
      ReportWriter writer) {
    this.settings = settings;
    this.storage = storage;
    this.planners = planners;
    this.parking = parking;
    this.workers = workers;
    this.disk = disk;
    this.writer = writer;
    this.finished = new FinishedJobs(settings.jobsKept, settings.reportFolder);
  }

  @Override
  public void added(JobView job) {
    if (live.size() < MAX_JOBS) {
      JobRecord record = new JobRecord(job, settings.now(), timelines);
      live.put(job.id(), record);
      decideIfDue(record);
    }
  }

  /** Only a job that has its tasks says how much its maps read. */
  private void decideIfDue(JobRecord record) {
    if (record.view.initialised() && record.decideNow(settings.steady())) {
      disk.execute(() -> decide(record));
    }
  }

  @Override
  public void ended(String job) {
    JobRecord record;
    synchronized (closing) {
      record = live.get(job);
      if (record != null) {
        closing.put(job, record);
        live.remove(job);
      }
    }
    if (record != null) {
      disk.execute(
          () -> {
            close(record);
            closing.remove(job, record);
          });
    }
  }

  /** Jobs that have ended and whose reports are being kept: nobody speaks for them any more. */
  Collection<JobRecord> closing() {
    return new ArrayList<JobRecord>(closing.values());
  }

  /** A running job, or null. */
  JobRecord find(String job) {
    return live.get(job);
  }

  /** All running jobs. */
  Collection<JobRecord> running() {
    return new ArrayList<JobRecord>(live.values());
  }

  /** Jobs that have ended. */
  FinishedJobs finished() {
    return finished;
  }

  private void decide(JobRecord record) {
    String job = record.view.id();
    if (live.get(job) != record) {
      parking.wake(Master.paramsTopic(job));
      return;
    }
    try {
      Configuration submitted = submitted(record);
      if (submitted != null && !Decider.isOurs(submitted)) {
        record.decided(fresh(record, submitted), null);
      } else {
        decideOurs(record, submitted);
      }
    } catch (IOException | RuntimeException | Error e) {
      if (mayPass(e)
          && live.get(job) == record
          && record.decideLater(settings.steady(), DECIDE_AGAIN_MILLIS, DECIDE_LIMIT_MILLIS)) {
        LOG.warn(job + ": Evenkeel cannot decide its parameters yet and tries again: " + e);
        return;
      }
      LOG.error(job + ": Evenkeel cannot decide its parameters; its tasks will fail", e);
      String why = "the JobTracker cannot decide this job's parameters, see its log: " + e;
      record.decided(
          JobParams.builder().set("late.binding", false).set("error", why).build(), null);
    }
    parking.wake(Master.paramsTopic(job));
    if (live.get(job) != record) {
      // It ended meanwhile, and whoever ended it found nothing to close.
      close(record);
    }
  }

  /** Of a job that names our Partitioner: what is stored stands. */
  private void decideOurs(JobRecord record, Configuration submitted) throws IOException {
    String job = record.view.id();
    byte[] stored = storage.read(job, "params", Limits.PARAMS_BYTES);
    JobParams params = stored == null ? fresh(record, submitted) : JobParams.decode(stored);
    if (!params.lateBinding() || params.error() != null) {
      record.decided(params, null);
      return;
    }
    if (stored == null) {
      storage.write(job, "params", params.encode());
    }
    plan(record, params, stored != null);
    LOG.info(
        job
            + ": late binding, "
            + params.groups()
            + " groups on "
            + params.slots()
            + " slots from "
            + params.maps()
            + " maps, by "
            + params.load());
  }

  /** Whether it may be over in a moment: the file system's trouble, not a wrong content. */
  private static boolean mayPass(Throwable e) {
    return e instanceof IOException && !(e instanceof WireException);
  }

  /** The job's own configuration, without the node's; null if it is gone. */
  private static Configuration submitted(JobRecord record) {
    File file = record.view.jobFile();
    if (file == null) {
      return null;
    }
    Configuration conf = new Configuration(false);
    conf.addResource(new Path(file.toURI()));
    return conf;
  }

  private static JobParams fresh(JobRecord record, Configuration conf) throws IOException {
    if (conf == null) {
      throw new IOException("job.xml is gone");
    }
    record.reportDir(Config.REPORT_DIR.text(conf));
    JobView job = record.view;
    return Decider.decide(conf, job.maps(), job.inputBytes(), job.reduces());
  }

  private void plan(JobRecord record, JobParams params, boolean restarted) throws IOException {
    String job = record.view.id();
    byte[] table = restarted ? storage.read(job, "table", Limits.TABLE_BYTES) : null;
    byte[] statistics =
        table == null ? null : storage.read(job, "statistics", Limits.JOB_STATISTICS_BYTES);
    Planning planning =
        new Planning(
            job,
            params,
            settings,
            storage,
            planners.apply(job, params),
            record.meters,
            news -> publish(record, news),
            queued,
            allStatistics,
            workers,
            disk);
    record.decided(params, planning);
    if (table == null) {
      planning.start();
    } else {
      planning.resume(table, statistics);
    }
  }

  private void publish(JobRecord record, Bulletin news) {
    record.news.post(news);
    parking.wake(Master.bulletinTopic(record.view.id()));
  }

  private void close(JobRecord record) {
    Planning planning = record.planning();
    if (planning != null && record.close()) {
      planning.end();
      try {
        byte[] facts = JobAccount.facts(record);
        finished.add(JobAccount.row(record), facts);
        writer.write(record, facts);
        storage.drop(record.view.id());
      } catch (IOException | RuntimeException e) {
        LOG.info(record.view.id() + ": stock removes the rest: " + e);
      } finally {
        record.dropTimelines();
      }
    }
    parking.wake(Master.bulletinTopic(record.view.id()));
  }

  /** Called now and then, on a thread of its own: limits of time, ended jobs, unbound reduces. */
  void tick() {
    for (JobRecord record : live.values()) {
      try {
        tick(record);
      } catch (RuntimeException e) {
        // One job's trouble must take neither the others' time nor the log.
        if (record.stumbled()) {
          LOG.error(record.view.id() + ": a step of the clock failed; it is tried again", e);
        }
      }
    }
  }

  private void tick(JobRecord record) {
    if (record.view.ended()) {
      ended(record.view.id());
      return;
    }
    decideIfDue(record);
    Planning planning = record.planning();
    JobParams params = record.params();
    if (planning != null && params != null && record.view.initialised()) {
      planning.tick(record.view.mapsDone() >= params.maps(), record.view.mapsFailed());
      audit(record);
      if (record.readEvents(settings.steady(), pauseBetweenEvents())) {
        record.tellPaces();
        parking.wake(Master.bulletinTopic(record.view.id()));
      }
    }
  }

  /** The more TaskTrackers wait for news, the less often they are told of single maps. */
  private long pauseBetweenEvents() {
    return EVENTS_MILLIS + EVENTS_MILLIS_PER_WAITING * parking.parked();
  }

  private void audit(JobRecord record) {
    if (record.moreFailed()) {
      disk.execute(
          () -> {
            for (String text : record.view.explainFailed(UNHOOKED, NO_JAR)) {
              LOG.error(record.view.id() + ": " + text);
            }
          });
    }
    String attempt = record.unboundReduce();
    if (attempt != null && record.failing()) {
      String why =
          "Evenkeel: "
              + attempt
              + " succeeded without the job's table, so its pairs are missing. "
              + "Its node runs tasks without Evenkeel's hook: check the jar and "
              + Config.TASK_KEY
              + " there (see `doctor`).";
      LOG.error(record.view.id() + ": " + why);
      disk.execute(() -> fail(record, why));
    }
  }

  private static void fail(JobRecord record, String why) {
    try {
      record.view.fail(why);
    } catch (RuntimeException e) {
      LOG.error(record.view.id() + ": it cannot be failed and is tried again", e);
      record.notFailed();
    }
  }
}
