package io.evenkeel;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.LinuxResourceCalculatorPlugin;
import org.apache.hadoop.util.ResourceCalculatorPlugin;

/**
 * What the first answer of Hadoop's calculator costs a cold JVM. A stock task's CPU counter begins
 * with that answer, so it does not show the cost. To be started anew for each figure, with the
 * process's number in {@code JVM_PID}, as tasks have it.
 */
public final class FirstAnswer {
  private static final double NANOS_PER_MILLI = 1e6;

  private FirstAnswer() {}

  /** Prints milliseconds of CPU. */
  public static void main(String[] args) throws IOException {
    ResourceCalculatorPlugin calculator =
        ResourceCalculatorPlugin.getResourceCalculatorPlugin(
            LinuxResourceCalculatorPlugin.class, new JobConf());
    cpu();
    double before = cpu();
    calculator.getProcResourceValues();
    System.out.printf("%.1f ms of CPU%n", (cpu() - before) / NANOS_PER_MILLI);
  }

  /** What all threads have used, in nanoseconds. */
  private static double cpu() throws IOException {
    double sum = 0;
    byte[] bytes = new byte[64];
    for (String thread : new File("/proc/self/task").list()) {
      try (FileInputStream in = new FileInputStream("/proc/self/task/" + thread + "/schedstat")) {
        long used = 0;
        in.read(bytes);
        for (int i = 0; bytes[i] != ' '; i++) {
          used = 10 * used + bytes[i] - '0';
        }
        sum += used;
      }
    }
    return sum;
  }
}
