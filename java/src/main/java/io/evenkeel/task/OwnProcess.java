package io.evenkeel.task;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.util.ProcfsBasedProcessTree;
import org.apache.hadoop.util.ResourceCalculatorPlugin.ProcResourceValues;

/**
 * What a task's JVM has used, as the kernel tells it of one process. Hadoop's own calculator reads
 * every process of the node to find the task's children, twice in each map and every three seconds,
 * which a small map feels; most tasks have none. One that has is left to Hadoop.
 */
final class OwnProcess {
  /** Places in {@code stat}, counted from the one behind the command's name. */
  private static final int USER_TIME = 11;

  private static final int SYSTEM_TIME = 12;
  private static final int VIRTUAL_BYTES = 20;
  private static final int RESIDENT_PAGES = 21;

  private static final int LONGEST_STAT = 2048;

  private final File folder;

  /** The process of this folder. */
  OwnProcess(File folder) {
    this.folder = folder;
  }

  /** The process that Hadoop takes for this task, or null if it named none. */
  static OwnProcess ofTask() {
    String pid = System.getenv("JVM_PID");
    return pid == null || pid.isEmpty() ? null : new OwnProcess(new File("/proc", pid));
  }

  /** Null if the process has children, or if something is not known. */
  ProcResourceValues values() {
    boolean units = ProcfsBasedProcessTree.JIFFY_LENGTH_IN_MILLIS > 0;
    try {
      return units && ProcfsBasedProcessTree.PAGE_SIZE > 0 && childless() ? parse(stat()) : null;
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  private boolean childless() throws IOException {
    String[] threads = new File(folder, "task").list();
    if (threads == null) {
      return false;
    }
    for (String thread : threads) {
      try (FileInputStream children =
          new FileInputStream(new File(folder, "task/" + thread + "/children"))) {
        if (children.read() >= 0) {
          return false;
        }
      } catch (IOException e) {
        if (new File(folder, "task/" + thread).exists()) {
          throw e;
        }
        // A thread that has ended meanwhile.
      }
    }
    return true;
  }

  private String stat() throws IOException {
    byte[] bytes = new byte[LONGEST_STAT];
    try (FileInputStream in = new FileInputStream(new File(folder, "stat"))) {
      int length = Math.max(0, in.read(bytes));
      return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
  }

  /** The command's name, in brackets, may hold blanks and brackets. */
  private static ProcResourceValues parse(String stat) {
    String[] words = stat.substring(stat.lastIndexOf(')') + 2).trim().split(" ");
    long ticks = Long.parseLong(words[USER_TIME]) + Long.parseLong(words[SYSTEM_TIME]);
    return new ProcResourceValues(
        ticks * ProcfsBasedProcessTree.JIFFY_LENGTH_IN_MILLIS,
        Long.parseLong(words[RESIDENT_PAGES]) * ProcfsBasedProcessTree.PAGE_SIZE,
        Long.parseLong(words[VIRTUAL_BYTES]));
  }
}
