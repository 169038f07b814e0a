package io.evenkeel.reduce;

import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapFileOutputFormat;

/**
 * Whether a job writes something that must come in the order of keys: its output, or a named output
 * of {@code MultipleOutputs}. In Hadoop 1.0.4 only the old API has such a format.
 */
final class OrderedOutput {
  private static final String FORMAT = "mapred.output.format.class";
  private static final String NAMED = "mo.namedOutputs";

  private OrderedOutput() {}

  static boolean isWrittenBy(JobConf job) {
    if (job.getUseNewReducer()) {
      return false;
    }
    if (needsOrder(job, FORMAT)) {
      return true;
    }
    for (String name : job.get(NAMED, "").trim().split(" +")) {
      if (needsOrder(job, "mo.namedOutput." + name + ".format")) {
        return true;
      }
    }
    return false;
  }

  private static boolean needsOrder(JobConf job, String key) {
    return MapFileOutputFormat.class.isAssignableFrom(job.getClass(key, Object.class));
  }
}
