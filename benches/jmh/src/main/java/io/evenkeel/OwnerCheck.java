package io.evenkeel;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import org.apache.hadoop.io.SecureIOUtils;

/**
 * What it costs a TaskTracker to open a map's output the way Hadoop does, where its native library
 * is missing: CPU time of this process and of the processes that it starts, by the kernel.
 */
public final class OwnerCheck {
  private static final int WARM = 300;
  private static final int FILES = 500;
  private static final int FIRST_TIME = 13;

  private OwnerCheck() {}

  /** Prints milliseconds of CPU a file. */
  public static void main(String[] args) throws IOException {
    File file = File.createTempFile("owner", "");
    String owner = Files.getOwner(file.toPath()).getName();
    open(file, owner, WARM);
    double before = ticks();
    open(file, owner, FILES);
    System.out.printf("%.2f ms of CPU a file%n", (ticks() - before) * 10 / FILES);
    Files.delete(file.toPath());
  }

  private static void open(File file, String owner, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      try (FileInputStream in = SecureIOUtils.openForRead(file, owner)) {
        in.read();
      }
    }
  }

  /** User and system time, of this process and of those that it started, in hundredths. */
  private static double ticks() throws IOException {
    byte[] stat = Files.readAllBytes(Paths.get("/proc/self/stat"));
    String[] fields = new String(stat, StandardCharsets.US_ASCII).split(" ");
    double sum = 0;
    for (int i = FIRST_TIME; i < FIRST_TIME + 4; i++) {
      sum += Double.parseDouble(fields[i]);
    }
    return sum;
  }
}
