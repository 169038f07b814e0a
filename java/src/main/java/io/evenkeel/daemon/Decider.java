package io.evenkeel.daemon;

import io.evenkeel.Config;
import io.evenkeel.Version;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.Limits;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Decides a job's parameters from its submitted job.xml and splits, and from nothing else. */
final class Decider {
  /** The class that a job names to be balanced. */
  static final String PARTITIONER = "io.evenkeel.EvenkeelPartitioner";

  private static final List<String> TOTAL_ORDER =
      Arrays.asList(
          "org.apache.hadoop.mapred.lib.TotalOrderPartitioner",
          "org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner");

  /** The core counts eta in billionths. */
  private static final double LEAST_ETA = 1e-9;

  private Decider() {}

  /**
   * The parameters of a job that has {@code maps} maps, which read {@code input} bytes, and {@code
   * reduces} reduces.
   */
  static JobParams decide(Configuration job, int maps, long input, int reduces) {
    String why = whyNot(job, maps);
    JobParams.Builder out = JobParams.builder().set("plugin", Version.get());
    String wrong = isOurs(job) ? otherReduces(job, reduces) : null;
    if (wrong == null && isOurs(job) && reduces > 1) {
      wrong = totalOrder(job);
    }
    if (wrong != null) {
      return refusal(wrong);
    }
    out.set("late.binding", why == null);
    if (why != null) {
      // Whatever is off, a job of several reducers is partitioned as its delegate says.
      String delegate = isOurs(job) && reduces > 1 ? Config.DELEGATE.text(job) : "";
      return out.set("reason", why).set("delegate", delegate).build();
    }
    try {
      return late(job, maps, input, out).build();
    } catch (IllegalArgumentException e) {
      // Nobody may take it for late-bound: what that needs was not decided.
      return refusal(e.getMessage());
    }
  }

  private static JobParams refusal(String why) {
    return JobParams.builder()
        .set("plugin", Version.get())
        .set("late.binding", false)
        .set("error", why)
        .build();
  }

  private static String partitionerKey(Configuration job) {
    boolean newApi = job.getBoolean("mapred.mapper.new-api", false);
    return newApi ? "mapreduce.partitioner.class" : "mapred.partitioner.class";
  }

  /** Whether a job names our Partitioner. */
  static boolean isOurs(Configuration job) {
    return PARTITIONER.equals(job.get(partitionerKey(job), "").trim());
  }

  private static String otherReduces(Configuration job, int reduces) {
    int submitted = job.getInt("mapred.reduce.tasks", reduces);
    return submitted == reduces
        ? null
        : "the job was submitted with mapred.reduce.tasks="
            + submitted
            + ", but the JobTracker runs it with "
            + reduces
            + " reduces. Likely cause: mapred.reduce.tasks is final in the JobTracker's"
            + " mapred-site.xml. Cure: remove <final> there and restart the JobTracker, or submit"
            + " the job with "
            + reduces;
  }

  private static String totalOrder(Configuration job) {
    String delegate = Config.DELEGATE.text(job);
    return TOTAL_ORDER.contains(delegate) ? Config.noTotalOrder(delegate) : null;
  }

  private static String whyNot(Configuration job, int maps) {
    if (!isOurs(job)) {
      return partitionerKey(job) + " is not " + PARTITIONER;
    }
    int reduces = job.getInt("mapred.reduce.tasks", 1);
    if (reduces < 2) {
      return reduces == 1 ? "the job has one reducer" : "the job has no reducers";
    }
    if (job.getLong("mapred.skip.map.max.skip.records", 0) > 0
        || job.getLong("mapred.skip.reduce.max.skip.groups", 0) > 0) {
      return "record skipping is set for the job";
    }
    if (reduces > Limits.SLOTS / 2 || maps > Limits.MAPS) {
      return "more than " + Limits.SLOTS / 2 + " reducers or " + Limits.MAPS + " maps";
    }
    return null;
  }

  private static JobParams.Builder late(
      Configuration job, int maps, long input, JobParams.Builder out) {
    boolean paper = Config.PRESET.word(job).equals("paper");
    int slots = job.getInt("mapred.reduce.tasks", 1);
    String load = Config.LOAD.word(job);
    String loadClass = Config.LOAD_CLASS.text(job);
    if (load.equals("custom") && loadClass.isEmpty()) {
      throw new IllegalArgumentException(
          Config.LOAD.name + " is \"custom\"; " + Config.LOAD_CLASS.name + " must name a class");
    }
    return out.set("maps", maps)
        .set("slots", slots)
        .set("groups", GroupCount.of(job, slots, maps, input, paper))
        .set("hash", word(job, Config.HASH, paper, "plain"))
        .set("delegate", Config.DELEGATE.text(job))
        .set("order", Config.ORDER.word(job))
        .set("load", load)
        .set("load.class", loadClass)
        .set("prefetch", word(job, Config.PREFETCH, paper, "off"))
        .set("speeds", word(job, Config.SPEEDS, paper, "equal"))
        .set("sort", word(job, Config.SORT, paper, "stock"))
        .set("end", word(job, Config.END, paper, "stock"))
        .set("heavy.keys", Config.HEAVY_KEYS.number(job, 0, Limits.HEAVY_KEYS))
        .set("algorithm", word(job, Config.ALGORITHM, paper, "relax"))
        .set("eta", Config.ETA.real(job, LEAST_ETA, 1));
  }

  private static String word(Configuration job, Config.Key key, boolean paper, String papers) {
    return paper && !key.isSet(job) ? papers : key.word(job);
  }
}
