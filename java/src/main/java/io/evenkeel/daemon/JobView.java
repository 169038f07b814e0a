package io.evenkeel.daemon;

import io.evenkeel.wire.MapEvent;
import java.io.File;
import java.util.List;
import javax.crypto.SecretKey;

/**
 * What the JobTracker's hook may know of a job. No method waits for a lock of the JobTracker,
 * unless it says so.
 */
public interface JobView {
  /** The job's id. */
  String id();

  /** The job's name, as its user chose it. */
  String name();

  /** The job's user. */
  String user();

  /** The local copy of the submitted job.xml, or null if it is gone. */
  File jobFile();

  /** The job's token, or null before the job is initialised. */
  SecretKey token();

  /** Whether the job's tasks exist. */
  boolean initialised();

  /** Number of map tasks. */
  int maps();

  /** Bytes that the maps read together, as the job's splits say. */
  long inputBytes();

  /** Number of reduce tasks, as the JobTracker took it from the job and its own site files. */
  int reduces();

  /** Maps that succeeded or failed for good. */
  int mapsDone();

  /** Maps among these that failed for good. */
  int mapsFailed();

  /** How many events of tasks there are. */
  int events();

  /**
   * Those of maps among the events from one number up to another; how long those took that have
   * succeeded is added to the paces. Takes the job's own lock for a moment, as each TaskTracker
   * that asks for events does.
   */
  List<MapEvent> mapEvents(int from, int to, MapPaces paces);

  /**
   * The name of each reduce task's TaskTracker, as the paces know it; null for a task that runs
   * nowhere. Takes the job's own lock for a moment.
   */
  List<String> reducePlaces();

  /** How many reduce tasks have succeeded. */
  int reducesDone();

  /** The successful attempt of each reduce task that has one. */
  List<String> succeededReduces();

  /** How many attempts of maps and reduces have failed. */
  int attemptsFailed();

  /**
   * Adds a cure to what is known of each failed attempt whose node is not as it should be. May wait
   * for a lock.
   *
   * @param unhooked for a reduce that met a sealed partition, and so ran without our hook
   * @param missing for a task that did not find our classes
   * @return what was added, one text for each such attempt that had none
   */
  List<String> explainFailed(String unhooked, String missing);

  /** Whether the job has ended. */
  boolean ended();

  /** {@code running}, {@code succeeded}, {@code failed}, {@code killed} or {@code preparing}. */
  String state();

  /** What only a report needs. */
  JobDetails details();

  /** Makes the job fail, with a reason that its user sees. May wait for the JobTracker's lock. */
  void fail(String reason);
}
