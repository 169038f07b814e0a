package io.evenkeel.doctor;

import io.evenkeel.Version;
import java.io.File;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;

/** The command line of the jar. */
public final class Main {
  private static final String USAGE =
      "usage: java -jar evenkeel.jar doctor [--home HADOOP_HOME] [--conf HADOOP_CONF_DIR]\n"
          + "       java -jar evenkeel.jar version";

  private Main() {}

  /** Runs a command and ends the JVM with its status. */
  public static void main(String[] args) {
    System.exit(run(args, System.out));
  }

  static int run(String[] args, PrintStream out) {
    if (args.length == 1 && args[0].equals("version")) {
      out.println(Version.get());
      return 0;
    }
    if (args.length == 0 || !args[0].equals("doctor") || args.length % 2 == 0) {
      out.println(USAGE);
      return 2;
    }
    String home = first(System.getProperty("hadoop.home.dir"), System.getenv("HADOOP_HOME"));
    String conf = null;
    for (int i = 1; i < args.length; i += 2) {
      if (args[i].equals("--home")) {
        home = args[i + 1];
      } else if (args[i].equals("--conf")) {
        conf = args[i + 1];
      } else {
        out.println(USAGE);
        return 2;
      }
    }
    File homeDir = new File(first(home, "."));
    File confDir = conf == null ? confOf(homeDir) : new File(conf);
    Doctor doctor = new Doctor(homeDir, confDir, javaVersion(), System.getenv());
    int wrong = 0;
    for (Finding finding : doctor.examine()) {
      out.println(finding);
      wrong += finding.good ? 0 : 1;
    }
    out.println(wrong == 0 ? "all is well" : wrong + " of these need attention");
    return wrong == 0 ? 0 : 1;
  }

  private static String first(String one, String other) {
    return one == null ? other : one;
  }

  /**
   * The folder that Hadoop itself would take. Its script puts it on the class path, where also
   * {@code hadoop --config} is seen, which need not reach the environment.
   */
  static File confOf(File home) {
    URL site = Main.class.getResource("/mapred-site.xml");
    if (site != null && site.getProtocol().equals("file")) {
      return new File(URI.create(site.toString())).getParentFile();
    }
    String named = System.getenv("HADOOP_CONF_DIR");
    if (named != null) {
      return new File(named);
    }
    File conf = new File(home, "conf");
    File packaged = new File(home, "etc/hadoop");
    return !conf.isDirectory() && packaged.isDirectory() ? packaged : conf;
  }

  private static int javaVersion() {
    String version = System.getProperty("java.specification.version");
    return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
  }
}
