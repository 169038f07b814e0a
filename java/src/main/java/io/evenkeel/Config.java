package io.evenkeel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * Every key, its default and what it means. A wrong value is an error that says what is allowed.
 */
public final class Config {
  /** Who sets a key. */
  public enum Scope {
    /** The job that is submitted. */
    JOB,
    /** The node's mapred-site.xml. */
    DAEMON
  }

  /** Hadoop's site property that puts the hook into a node's tasks. */
  public static final String TASK_KEY = "mapreduce.tasktracker.resourcecalculatorplugin";

  /** The class that it names. */
  public static final String TASK_HOOK = "io.evenkeel.task.TaskHook";

  /** What to do on a node whose tasks run without the hook. */
  public static final String TASK_HOOK_CURE =
      "put the Evenkeel jar into that node's Hadoop lib folder and set "
          + TASK_KEY
          + "="
          + TASK_HOOK
          + " in its mapred-site.xml (no other value may be final there), then restart its"
          + " TaskTracker";

  private static final List<Key> KEYS = new ArrayList<Key>();

  /** A set of defaults. */
  public static final Key PRESET =
      job(
          "evenkeel.preset",
          "none",
          "other defaults; `paper` has the paper's: 120 groups, plain hash, "
              + "`relax` with eta 0.002, no hints, equal slots, group order, Hadoop's sort "
              + "and end of tasks",
          "none",
          "paper");

  /** Number of operation groups. */
  public static final Key GROUPS =
      job("evenkeel.groups", "0", "operation groups n; 0 chooses by reducers and size of maps");

  /** How a key becomes a group. */
  public static final Key HASH =
      job(
          "evenkeel.hash",
          "spread",
          "how keys become groups: `spread` keeps keys that are numbers apart, "
              + "`plain` is the paper's remainder",
          "spread",
          "plain");

  /** The job's own partitioner. */
  public static final Key DELEGATE =
      job(
          "evenkeel.partitioner.delegate",
          "",
          "the job's own partitioner (secondary sort), asked "
              + "with n instead of the number of reducers");

  /** What is balanced. */
  public static final Key LOAD =
      job(
          "evenkeel.load",
          "records",
          "what is balanced: pairs that maps emit, bytes after " + "combining, or a custom load",
          "records",
          "bytes",
          "custom");

  /** The class of a custom load. */
  public static final Key LOAD_CLASS =
      job(
          "evenkeel.load.class",
          "",
          "the class that gives each pair its load, for " + "`evenkeel.load=custom`");

  /** Order of a reducer's output. */
  public static final Key ORDER =
      job(
          "evenkeel.reduce.order",
          "group",
          "group by group, small loads first, or one sorted " + "sequence as stock",
          "group",
          "key");

  /** The scheduler. */
  public static final Key ALGORITHM =
      job(
          "evenkeel.algorithm",
          "best",
          "the scheduling algorithm",
          "best",
          "exact",
          "relax",
          "lpt",
          "multifit",
          "kk",
          "hash",
          "subset-sum");

  /** The scheduler's tolerance. */
  public static final Key ETA =
      job("evenkeel.eta", "0.002", "the relative error that `relax` may make, 0.000000001 to 1");

  /** Whether reducers copy early. */
  public static final Key PREFETCH =
      job(
          "evenkeel.prefetch",
          "auto",
          "whether reducers copy what they will probably get while maps run: where each gets"
              + " 16 MB or more, always or never; only with the algorithm `best`",
          "auto",
          "always",
          "off");

  /** Whether slots are equal. */
  public static final Key SPEEDS =
      job(
          "evenkeel.slot.speeds",
          "equal",
          "whether all slots get the same share, or, on nodes that differ, one that follows the"
              + " speed of the maps there",
          "equal",
          "measured");

  /** Heavy keys of a map. */
  public static final Key HEAVY_KEYS =
      job(
          "evenkeel.heavy.keys",
          "16",
          "how many heavy keys a map reports by name; 0 switches them off; "
              + "with a delegate they are always off");

  /** How maps sort and write. */
  public static final Key SORT =
      job(
          "evenkeel.map.sort",
          "prefix",
          "how maps sort, write and merge their pairs: by group and by bytes of the keys, and in "
              + "large pieces, or as Hadoop does; a `map.sort.class` other than Hadoop's default "
              + "is kept",
          "prefix",
          "stock");

  /** When tasks end. */
  public static final Key END =
      job(
          "evenkeel.task.end",
          "prompt",
          "tasks of balanced jobs, setup and cleanup too, end when they are done, or as Hadoop's,"
              + " which wait for a thread that looks every 3 s",
          "prompt",
          "stock");

  /** Where a report goes. */
  public static final Key REPORT_DIR =
      job(
          "evenkeel.report.dir",
          "",
          "a folder on the cluster's file system (HDFS) for the job's report; "
              + "empty: only on the JobTracker's page");

  /** The native library's file. */
  public static final Key NATIVE_LIBRARY =
      daemon(
          "evenkeel.native.library",
          "",
          "JobTracker: file of the native library; empty: " + "java.library.path, then the jar");

  /** How long to wait for reports. */
  public static final Key REPORT_WAIT =
      daemon(
          "evenkeel.report.wait.ms",
          "5000",
          "JobTracker: how long to wait for missing reports " + "once every map is done");

  /** How long a schedule may take. */
  public static final Key SCHEDULE_LIMIT =
      daemon(
          "evenkeel.schedule.limit.ms",
          "20000",
          "JobTracker: after this time without a schedule the table by hashing (stock's) is used");

  /** How many finished jobs' reports are kept. */
  public static final Key JOBS_KEPT =
      daemon(
          "evenkeel.jobs.kept",
          "100",
          "JobTracker: finished jobs whose reports are kept, 64 MiB at most");

  /** Where reports outlive a restart. */
  public static final Key REPORT_STORE =
      daemon(
          "evenkeel.report.store",
          "",
          "JobTracker: local folder that keeps these reports over a restart; "
              + "empty: `evenkeel` in its log folder");

  /** The JobTracker's HTTP address. */
  public static final Key JOBTRACKER_HTTP =
      daemon(
          "evenkeel.jobtracker.http.address",
          "",
          "TaskTrackers: host:port of the JobTracker's "
              + "web server; empty: mapred.job.tracker.http.address, with "
              + "the host of mapred.job.tracker where that says 0.0.0.0");

  private Config() {}

  /** Why a delegate that sorts all part files is refused. */
  public static String noTotalOrder(String delegate) {
    return DELEGATE.name
        + "="
        + delegate
        + " cannot be used: TotalOrderPartitioner needs the order of its partitions. Cure: name"
        + " it, and not EvenkeelPartitioner, as the job's partitioner";
  }

  /** All keys, in the order of the documentation. */
  public static List<Key> keys() {
    return Collections.unmodifiableList(KEYS);
  }

  /** A property: its doc is its row in README, and its getters refuse what it may not hold. */
  public static final class Key {
    /** Its name. */
    public final String name;

    /** Its default, as text. */
    public final String def;

    /** What it means. */
    public final String doc;

    /** Who sets it. */
    public final Scope scope;

    /** The allowed words; empty if it is not a word. */
    public final List<String> allowed;

    private Key(String name, String def, String doc, Scope scope, List<String> allowed) {
      this.name = name;
      this.def = def;
      this.doc = doc;
      this.scope = scope;
      this.allowed = allowed;
    }

    /** The value, one of the allowed words. */
    public String word(Configuration conf) {
      String value = text(conf);
      if (!allowed.contains(value)) {
        throw wrong(value, allowed.toString());
      }
      return value;
    }

    /** The value as text, trimmed; the default if it is not set or empty. */
    public String text(Configuration conf) {
      String value = conf.get(name);
      return value == null || value.trim().isEmpty() ? def : value.trim();
    }

    /** The value, a whole number in a range. */
    public int number(Configuration conf, int min, int max) {
      String value = text(conf);
      try {
        int number = Integer.parseInt(value);
        if (number >= min && number <= max) {
          return number;
        }
      } catch (NumberFormatException e) {
        throw wrong(value, "a whole number from " + min + " to " + max);
      }
      throw wrong(value, "a whole number from " + min + " to " + max);
    }

    /** The value, a number in a range. */
    public double real(Configuration conf, double min, double max) {
      String value = text(conf);
      try {
        double number = Double.parseDouble(value);
        if (number >= min && number <= max) {
          return number;
        }
      } catch (NumberFormatException e) {
        throw wrong(value, "a number from " + min + " to " + max);
      }
      throw wrong(value, "a number from " + min + " to " + max);
    }

    /** Whether the configuration sets it. */
    public boolean isSet(Configuration conf) {
      String value = conf.get(name);
      return value != null && !value.trim().isEmpty();
    }

    /** The value, {@code host:port}, or empty. */
    public String address(Configuration conf) {
      String value = text(conf);
      int colon = value.lastIndexOf(':');
      String port = value.substring(colon + 1);
      boolean good = colon > 0 && port.matches("[0-9]{1,5}") && Integer.parseInt(port) <= 65535;
      if (!value.isEmpty() && !good) {
        throw wrong(value, "host:port");
      }
      return value;
    }

    private IllegalArgumentException wrong(String value, String wanted) {
      return new IllegalArgumentException(
          name
              + " is \""
              + value
              + "\"; allowed: "
              + wanted
              + " (default "
              + (def.isEmpty() ? "empty" : def)
              + ")");
    }
  }

  private static Key job(String name, String def, String doc, String... allowed) {
    return add(new Key(name, def, doc, Scope.JOB, Arrays.asList(allowed)));
  }

  private static Key daemon(String name, String def, String doc) {
    return add(new Key(name, def, doc, Scope.DAEMON, Collections.<String>emptyList()));
  }

  private static Key add(Key key) {
    KEYS.add(key);
    return key;
  }
}
