package io.evenkeel.cluster.trial;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.mapred.JobConf;

/**
 * A point of a task that a test holds. A task that comes to a closed gate leaves a file {@code
 * name.attempt} in the folder {@code trial.gates} and waits there for a file {@code name.open} or {@code name.attempt.open}.
 */
final class Gate {
  private static final int PAUSE_MILLIS = 50;

  private Gate() {}

  /** Waits at the gate if the job has it closed ({@code trial.gate.<name>}). */
  static void pass(JobConf job, String name) {
    if (!job.getBoolean("trial.gate." + name, false)) {
      return;
    }
    File folder = new File(job.get("trial.gates"));
    try {
      boolean fresh = new File(folder, name + "." + job.get("mapred.task.id")).createNewFile();
      File open = new File(folder, name + ".open");
      File mine = new File(folder, name + "." + job.get("mapred.task.id") + ".open");
      while (!open.exists() && !mine.exists()) {
        Thread.sleep(PAUSE_MILLIS);
      }
      System.err.println("passed gate " + name + (fresh ? "" : " again"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The number of this attempt, 0 for the first. */
  static int attempt(JobConf job) {
    String id = job.get("mapred.task.id");
    return Integer.parseInt(id.substring(id.lastIndexOf('_') + 1));
  }
}
