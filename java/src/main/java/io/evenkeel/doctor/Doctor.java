package io.evenkeel.doctor;

import io.evenkeel.Config;
import io.evenkeel.Version;
import io.evenkeel.core.NativeLoader;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The checks, each with a cure. */
final class Doctor {
  static final String DAEMON_KEY = "hadoop.http.filter.initializers";
  static final String DAEMON_HOOK = "io.evenkeel.daemon.DaemonHook";
  private static final String EXPORTS = "--add-exports=java.security.jgss/sun.security.krb5";

  private static final String LAUNCH = "-Djdk.lang.Process.launchMechanism=";

  /** Where packages for Linux put what stands in Hadoop's own folder else. */
  private static final String PACKAGED = "share/hadoop";

  private final File home;
  private final File conf;
  private final int java;
  private final Map<String, String> environment;

  /**
   * Checks one installation.
   *
   * @param home Hadoop's folder
   * @param conf its configuration's folder
   * @param java the Java version that runs it, such as 8 or 17
   * @param environment the variables that Hadoop's script left to us
   */
  Doctor(File home, File conf, int java, Map<String, String> environment) {
    File packaged = new File(home, PACKAGED);
    this.home = jars(packaged, "hadoop-core").length > 0 ? packaged : home;
    this.conf = conf;
    this.java = java;
    this.environment = environment;
  }

  List<Finding> examine() {
    List<Finding> out = new ArrayList<Finding>();
    out.add(java());
    out.add(hadoop());
    out.add(jar());
    try {
      Site core = Site.read(new File(conf, "core-site.xml"));
      Site mapred = Site.read(new File(conf, "mapred-site.xml"));
      out.add(taskHook(mapred));
      out.add(daemonHook(mapred));
      out.add(otherFilters(core, mapred));
      out.add(filtersBehind(mapred));
      EnvScript script = EnvScript.read(new File(conf, "hadoop-env.sh"), environment);
      out.add(daemonOptions(script));
      out.add(trackerOptions(script));
      out.add(childOptions(mapred));
      out.add(library(mapred));
    } catch (IOException e) {
      out.add(Finding.bad(e.getMessage(), "repair the file"));
    }
    return out;
  }

  private Finding java() {
    return java >= 8 && java <= 17
        ? Finding.good("Java " + java)
        : Finding.bad("Java " + java + " cannot run Hadoop 1.0.4 and Evenkeel", "use Java 8 to 17");
  }

  private Finding hadoop() {
    String[] found = jars(home, "hadoop-core");
    if (found.length == 0) {
      return Finding.bad(
          "no hadoop-core jar in " + home, "set HADOOP_HOME, or pass --home, to Hadoop's folder");
    }
    return found[0].equals("hadoop-core-1.0.4.jar")
        ? Finding.good("Hadoop 1.0.4 in " + home)
        : Finding.bad(
            found[0] + " in " + home + " is not Hadoop 1.0.4",
            "Evenkeel is made for 1.0.4 and tested with nothing else");
  }

  private Finding jar() {
    File lib = new File(home, "lib");
    String[] found = jars(lib, "evenkeel");
    String wanted = "evenkeel-" + Version.get() + ".jar";
    if (found.length == 0) {
      return Finding.bad("no Evenkeel jar in " + lib, "copy " + wanted + " there, on every node");
    }
    if (found.length > 1 || !found[0].equals(wanted)) {
      return Finding.bad(
          Arrays.toString(found) + " in " + lib,
          "keep one, of the same version on every node: " + wanted);
    }
    return Finding.good(wanted + " in " + lib);
  }

  private static String[] jars(File folder, String start) {
    String[] found =
        folder.list((dir, name) -> name.startsWith(start + "-") && name.endsWith(".jar"));
    if (found == null) {
      return new String[0];
    }
    Arrays.sort(found);
    return found;
  }

  private Finding taskHook(Site mapred) {
    String value = mapred.get(Config.TASK_KEY);
    return value.equals(Config.TASK_HOOK)
        ? Finding.good(Config.TASK_KEY)
        : Finding.bad(
            Config.TASK_KEY + " is \"" + value + "\" in " + new File(conf, "mapred-site.xml"),
            "set it to " + Config.TASK_HOOK + " on every node and restart the TaskTrackers");
  }

  private Finding daemonHook(Site mapred) {
    String value = mapred.get(DAEMON_KEY);
    return list(value).contains(DAEMON_HOOK)
        ? Finding.good(DAEMON_KEY)
        : Finding.bad(
            DAEMON_KEY + " is \"" + value + "\" in " + new File(conf, "mapred-site.xml"),
            "append " + DAEMON_HOOK + " on every node and restart MapReduce");
  }

  private Finding otherFilters(Site core, Site mapred) {
    List<String> lost = new ArrayList<String>(list(core.get(DAEMON_KEY)));
    lost.removeAll(list(mapred.get(DAEMON_KEY)));
    return lost.isEmpty() || mapred.get(DAEMON_KEY).isEmpty()
        ? Finding.good("no filter of core-site.xml is lost")
        : Finding.bad(
            "mapred-site.xml replaces core-site.xml's "
                + DAEMON_KEY
                + " and so switches off "
                + lost,
            "name them in mapred-site.xml too, before " + DAEMON_HOOK);
  }

  /** The first filter that answers ends the chain, so one behind ours never sees who asks us. */
  private Finding filtersBehind(Site mapred) {
    List<String> filters = list(mapred.get(DAEMON_KEY));
    int ours = filters.indexOf(DAEMON_HOOK);
    List<String> behind = filters.subList(ours < 0 ? filters.size() : ours + 1, filters.size());
    return behind.isEmpty()
        ? Finding.good("no filter stands behind " + DAEMON_HOOK)
        : Finding.bad(
            DAEMON_KEY
                + " names "
                + behind
                + " behind "
                + DAEMON_HOOK
                + ": our pages are answered before they ask who it is, and everybody sees every job",
            "name " + DAEMON_HOOK + " last, and restart MapReduce");
  }

  private static List<String> list(String value) {
    List<String> out = new ArrayList<String>();
    for (String part : value.split(",")) {
      if (!part.trim().isEmpty()) {
        out.add(part.trim());
      }
    }
    return out;
  }

  private Finding daemonOptions(EnvScript script) {
    return java < 16 || script.has("HADOOP_OPTS", EXPORTS)
        ? Finding.good("HADOOP_OPTS")
        : Finding.bad(
            "daemons cannot start on Java " + java,
            "add " + EXPORTS + "=ALL-UNNAMED to HADOOP_OPTS in " + new File(conf, "hadoop-env.sh"));
  }

  private Finding trackerOptions(EnvScript script) {
    return java < 13 || script.has("HADOOP_TASKTRACKER_OPTS", LAUNCH)
        ? Finding.good("HADOOP_TASKTRACKER_OPTS")
        : Finding.bad(
            "on Java " + java + " some tasks end with status 126 before they begin",
            "add "
                + LAUNCH
                + "VFORK to HADOOP_TASKTRACKER_OPTS in "
                + new File(conf, "hadoop-env.sh")
                + " and restart the TaskTracker");
  }

  /** What is set for maps or reduces alone stands in place of what is set for both. */
  private Finding childOptions(Site mapred) {
    for (String kind : new String[] {"map.", "reduce."}) {
      String own = "mapred." + kind + "child.java.opts";
      String key = mapred.get(own).isEmpty() ? "mapred.child.java.opts" : own;
      if (java >= 16 && !mapred.get(key).contains(EXPORTS)) {
        return Finding.bad(
            "tasks cannot start on Java " + java,
            "add "
                + EXPORTS
                + "=ALL-UNNAMED to "
                + key
                + " of every node and where jobs are submitted");
      }
    }
    return Finding.good("options of child JVMs");
  }

  private static Finding library(Site mapred) {
    try {
      NativeLoader.load(mapred.get("evenkeel.native.library"));
      return Finding.good("native library " + Version.get());
    } catch (IOException | LinkageError e) {
      return Finding.bad(
          "the native library does not load: " + e.getMessage(),
          "only the JobTracker needs it; without it jobs run, by tables that hash");
    }
  }
}
