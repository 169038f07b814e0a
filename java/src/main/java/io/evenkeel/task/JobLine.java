package io.evenkeel.task;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.JobParams;
import java.io.IOException;

/** What a task of a job says to the daemons and hears from them (Section 4 of the paper). */
public interface JobLine {
  /** The job's parameters; waits a bounded time for them. */
  JobParams params() throws IOException, InterruptedException;

  /** Hands over a map's report; gives up after a bounded time. */
  void report(int map, String attempt, byte[] message) throws IOException;

  /**
   * What is newer than a stage and a number of map events; waits some seconds for it, and says that
   * there is nothing then.
   */
  Bulletin bulletin(int after, int events) throws IOException;

  /** Hands over a reduce task's timeline. */
  void reduced(int reduce, String attempt, byte[] json) throws IOException;

  /** The job's statistics message, or null if there is none. */
  byte[] statistics() throws IOException;
}
