package io.evenkeel.doctor;

import io.evenkeel.Version;
import java.io.File;
import java.io.PrintStream;

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
    String home = System.getenv("HADOOP_HOME");
    String conf = System.getenv("HADOOP_CONF_DIR");
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
    File homeDir = new File(home == null ? "." : home);
    File confDir = conf == null ? new File(homeDir, "conf") : new File(conf);
    int wrong = 0;
    for (Finding finding : new Doctor(homeDir, confDir, javaVersion()).examine()) {
      out.println(finding);
      wrong += finding.good ? 0 : 1;
    }
    out.println(wrong == 0 ? "all is well" : wrong + " of these need attention");
    return wrong == 0 ? 0 : 1;
  }

  private static int javaVersion() {
    String version = System.getProperty("java.specification.version");
    return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
  }
}
