package io.evenkeel.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.Config;
import io.evenkeel.Version;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A good installation, and each of its parts broken once. */
class DoctorTest {
  private static final String EXPORTS =
      "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED";
  private static final String FORK = "-Djdk.lang.Process.launchMechanism=VFORK";
  private final Map<String, String> environment = new HashMap<String, String>();
  @TempDir File home;
  private File lib;
  private File conf;

  @BeforeEach
  void install() throws IOException {
    lib = new File(home, "lib");
    conf = new File(home, "conf");
    assertTrue(lib.mkdir() && conf.mkdir());
    assertTrue(new File(home, "hadoop-core-1.0.4.jar").createNewFile());
    assertTrue(jar(Version.get()).createNewFile());
    core("");
    mapred(Config.TASK_HOOK, Doctor.DAEMON_HOOK, "");
    env(
        "export HADOOP_OPTS=\"$HADOOP_OPTS " + EXPORTS + "\"",
        "export HADOOP_TASKTRACKER_OPTS=" + FORK);
  }

  private void env(String... lines) throws IOException {
    Files.write(new File(conf, "hadoop-env.sh").toPath(), Arrays.asList(lines));
  }

  private File jar(String version) {
    return new File(lib, "evenkeel-" + version + ".jar");
  }

  private void core(String filters) throws IOException {
    site("core-site.xml", property(Doctor.DAEMON_KEY, filters));
  }

  private void mapred(String task, String filters, String library) throws IOException {
    site(
        "mapred-site.xml",
        property(Config.TASK_KEY, task)
            + property(Doctor.DAEMON_KEY, filters)
            + property("mapred.child.java.opts", EXPORTS)
            + property("evenkeel.native.library", library));
  }

  private static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>\n";
  }

  private void site(String name, String properties) throws IOException {
    String text = "<configuration>\n" + properties + "</configuration>\n";
    Files.write(new File(conf, name).toPath(), text.getBytes(StandardCharsets.UTF_8));
  }

  private String said(int java) {
    StringBuilder out = new StringBuilder();
    for (Finding finding : new Doctor(home, conf, java, environment).examine()) {
      if (!finding.good && !finding.what.contains("no native library")) {
        assertTrue(!finding.cure.isEmpty(), finding.what);
        out.append(finding).append('\n');
      }
    }
    return out.toString();
  }

  private void says(String... words) {
    String said = said(17);
    for (String word : words) {
      assertTrue(said.contains(word), said);
    }
  }

  @Test
  void aGoodInstallation() {
    assertEquals("", said(17));
    assertEquals("", said(8));
  }

  @Test
  void wrongJava() {
    assertTrue(said(24).contains("use Java 8 to 17"));
    assertTrue(said(7).contains("use Java 8 to 17"));
  }

  @Test
  void noHadoopOrAnother() {
    assertTrue(
        new File(home, "hadoop-core-1.0.4.jar").renameTo(new File(home, "hadoop-core-1.2.1.jar")));
    says("hadoop-core-1.2.1.jar", "not Hadoop 1.0.4");
    assertTrue(new File(home, "hadoop-core-1.2.1.jar").delete());
    says("no hadoop-core jar", "HADOOP_HOME");
  }

  @Test
  void noJarOrTwoOrAnother() throws IOException {
    assertTrue(jar("0.0.1").createNewFile());
    says("0.0.1", "keep one");
    assertTrue(jar(Version.get()).delete());
    says("0.0.1", "of the same version");
    assertTrue(jar("0.0.1").delete());
    says("no Evenkeel jar", "copy evenkeel-" + Version.get() + ".jar");
  }

  @Test
  void propertiesMissing() throws IOException {
    mapred("", Doctor.DAEMON_HOOK, "");
    says(Config.TASK_KEY, "set it to " + Config.TASK_HOOK);
    mapred(Config.TASK_HOOK, "some.Other", "");
    says("some.Other", "append " + Doctor.DAEMON_HOOK);
  }

  @Test
  void anAdminsFilterIsNotLost() throws IOException {
    core("some.Auth");
    says("some.Auth", "switches off");
    mapred(Config.TASK_HOOK, "some.Auth, " + Doctor.DAEMON_HOOK, "");
    assertEquals("", said(17));
  }

  @Test
  void aFilterBehindOursIsTold() throws IOException {
    core("some.Auth");
    mapred(Config.TASK_HOOK, Doctor.DAEMON_HOOK + ",some.Auth", "");
    says("[some.Auth] behind", "everybody sees every job", "name " + Doctor.DAEMON_HOOK + " last");
  }

  @Test
  void childOptionsOnNewJava() throws IOException {
    site(
        "mapred-site.xml",
        property(Config.TASK_KEY, Config.TASK_HOOK)
            + property(Doctor.DAEMON_KEY, Doctor.DAEMON_HOOK));
    says("mapred.child.java.opts", "--add-exports");
    assertEquals("", said(8));
  }

  @Test
  void daemonOptionsOnNewJava() throws IOException {
    String opts = "export HADOOP_OPTS=" + EXPORTS;
    String tracker = "HADOOP_TASKTRACKER_OPTS=";
    env(tracker + FORK);
    says("daemons cannot start on Java 17", "to HADOOP_OPTS in " + conf);
    assertEquals("", said(15));
    env(tracker + FORK, "# " + opts);
    says("daemons cannot start on Java 17");
    env(tracker + FORK + " " + EXPORTS);
    says("daemons cannot start on Java 17");
    env(opts, tracker + "-Xmx1g");
    says("status 126", FORK + " to HADOOP_TASKTRACKER_OPTS in " + conf);
    assertEquals("", said(12));
  }

  /** A hadoop-env.sh may call other files: what it exports counts. */
  @Test
  void exportedOptionsCount() throws IOException {
    env(". /etc/default/hadoop");
    says("daemons cannot start", "status 126");
    environment.put("HADOOP_OPTS", "-Dx=y " + EXPORTS);
    environment.put("HADOOP_TASKTRACKER_OPTS", FORK);
    assertEquals("", said(17));
  }

  @Test
  void childOptionsOfMapsOrReducesAlone() throws IOException {
    for (String kind : new String[] {"map", "reduce"}) {
      String key = "mapred." + kind + ".child.java.opts";
      String good =
          property(Config.TASK_KEY, Config.TASK_HOOK)
              + property(Doctor.DAEMON_KEY, Doctor.DAEMON_HOOK)
              + property("mapred.child.java.opts", EXPORTS);
      site("mapred-site.xml", good + property(key, "-Xmx1g"));
      says("tasks cannot start on Java 17", "to " + key);
      site("mapred-site.xml", good + property(key, "-Xmx1g " + EXPORTS));
      assertEquals("", said(17));
    }
  }

  @Test
  void aPackagedInstallation() throws IOException {
    File share = new File(home, "share/hadoop");
    assertTrue(share.mkdirs() && new File(home, "etc").mkdir());
    assertTrue(lib.renameTo(new File(share, "lib")));
    assertTrue(
        new File(home, "hadoop-core-1.0.4.jar").renameTo(new File(share, "hadoop-core-1.0.4.jar")));
    assertEquals("", said(17));
    assertTrue(conf.renameTo(new File(home, "etc/hadoop")));
    assertEquals(new File(home, "etc/hadoop"), Main.confOf(home));
  }

  /** As Hadoop's script runs it after {@code --config}: the folder is on the class path. */
  @Test
  void theConfigurationOnTheClassPathCounts() throws Exception {
    File other = new File(home, "other");
    assertTrue(conf.renameTo(other));
    Files.write(new File(other, "mapred-site.xml").toPath(), "<configuration".getBytes());
    assertTrue(run(other + File.pathSeparator, 1).contains(other + "/mapred-site.xml is not"));
  }

  /** In a JVM of its own, because a JVM loads the library once. */
  private String run(String before, int status) throws Exception {
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-cp",
                before + System.getProperty("java.class.path"),
                Main.class.getName(),
                "doctor",
                "--home",
                home.getPath())
            .redirectErrorStream(true)
            .start();
    String said;
    try (Scanner scanner =
        new Scanner(process.getInputStream(), StandardCharsets.UTF_8.name()).useDelimiter("\\A")) {
      said = scanner.hasNext() ? scanner.next() : "";
    }
    assertEquals(status, process.waitFor(), said);
    return said;
  }

  @Test
  void libraryThatDoesNotLoad() throws Exception {
    mapred(Config.TASK_HOOK, Doctor.DAEMON_HOOK, "/no/such/library.so");
    String said = run("", 1);
    assertTrue(said.contains("WRONG the native library does not load"), said);
    assertTrue(said.contains("/no/such/library.so"), said);
    assertTrue(said.contains("cure: only the JobTracker needs it"), said);
    assertTrue(said.contains("1 of these need attention"), said);
  }

  @Test
  void brokenFile() throws IOException {
    Files.write(new File(conf, "mapred-site.xml").toPath(), "<configuration".getBytes());
    says("mapred-site.xml is not well-formed", "repair");
  }

  @Test
  void commandLine() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, "UTF-8");
    assertEquals(2, Main.run(new String[] {"what"}, out));
    assertEquals(2, Main.run(new String[] {"doctor", "--home"}, out));
    assertEquals(0, Main.run(new String[] {"version"}, out));
    assertTrue(jar(Version.get()).delete());
    assertEquals(1, Main.run(new String[] {"doctor", "--home", home.getPath()}, out));
    assertTrue(bytes.toString("UTF-8").contains("need attention"), bytes.toString("UTF-8"));
  }
}
