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
  private static final int DECIDE_AGAIN_MILLIS = 2000;
  private static final int DECIDE_LIMIT_MILLIS = 30000;

  private final Settings settings;
  private final Storage storage;
  private final BiFunction<String, JobParams, Planner> planners;
  private final Parking parking;
  private final Executor workers;
  private final Executor disk;
  private final FinishedJobs finished;
  private final ReportWriter writer;
  private final Map<String, JobRecord> live = new ConcurrentHashMap<String, JobRecord>();

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
    this.finished = new FinishedJobs(settings.jobsKept);
  }

  @Override
  public void added(JobView job) {
    if (live.size() < MAX_JOBS) {
      JobRecord record = new JobRecord(job, settings.now());
      live.put(job.id(), record);
      disk.execute(() -> decide(record));
    }
  }

  @Override
  public void ended(String job) {
    JobRecord record = live.remove(job);
    if (record != null) {
      disk.execute(() -> close(record));
    }
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
      byte[] stored = storage.read(job, "params", Limits.PARAMS_BYTES);
      JobParams params = stored == null ? fresh(record) : JobParams.decode(stored);
      if (!params.lateBinding() || params.error() != null) {
        record.decided(params, null);
      } else {
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
    } catch (IOException | RuntimeException e) {
      if (mayPass(e)
          && live.get(job) == record
          && record.decideLater(settings.now(), DECIDE_AGAIN_MILLIS, DECIDE_LIMIT_MILLIS)) {
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

  /** Whether it may be over in a moment: the file system's trouble, not a wrong content. */
  private static boolean mayPass(Exception e) {
    return e instanceof IOException && !(e instanceof WireException);
  }

  private JobParams fresh(JobRecord record) throws IOException {
    File file = record.view.jobFile();
    if (file == null) {
      throw new IOException("job.xml is gone");
    }
    Configuration conf = new Configuration(false);
    conf.addResource(new Path(file.toURI()));
    record.reportDir(Config.REPORT_DIR.text(conf));
    return Decider.decide(conf, record.view.maps(), record.view.reduces());
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
    record.post(news);
    parking.wake(Master.bulletinTopic(record.view.id()));
  }

  private void close(JobRecord record) {
    Planning planning = record.planning();
    if (planning != null && record.close()) {
      planning.end();
      byte[] facts = JobAccount.facts(record);
      finished.add(JobAccount.line(record), facts);
      writer.write(record, facts);
      try {
        storage.drop(record.view.id());
      } catch (IOException | RuntimeException e) {
        LOG.debug(record.view.id() + ": stock removes the rest", e);
      }
    }
    parking.wake(Master.bulletinTopic(record.view.id()));
  }

  /** Called now and then, on a thread of its own: limits of time, ended jobs, unbound reduces. */
  void tick() {
    for (JobRecord record : live.values()) {
      if (record.view.ended()) {
        ended(record.view.id());
        continue;
      }
      if (record.decideNow(settings.now())) {
        disk.execute(() -> decide(record));
      }
      Planning planning = record.planning();
      if (planning != null && record.view.initialised()) {
        planning.tick(record.view.mapsDone() >= record.params().maps());
        audit(record);
      }
    }
  }

  private void audit(JobRecord record) {
    String attempt = record.unboundReduce();
    if (attempt != null) {
      String why =
          "Evenkeel: "
              + attempt
              + " succeeded without the job's table, so its pairs are missing. "
              + "Its node runs tasks without Evenkeel's hook: check the jar and "
              + "mapreduce.tasktracker.resourcecalculatorplugin there (see `doctor`).";
      LOG.error(record.view.id() + ": " + why);
      disk.execute(() -> record.view.fail(why));
    }
  }
}
