package io.evenkeel.task;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.JobParams;
import java.io.IOException;

/** What a task of a job says to the daemons and hears from them (section 4 of the paper). */
public interface JobLine {
  /** The job's parameters; waits a bounded time for them. */
  JobParams params() throws IOException, InterruptedException;

  /** Hands over a map's report; gives up after a bounded time. */
  void report(int map, String attempt, byte[] message) throws IOException;

  /** The first bulletin after a stage, or one of kind nothing after some seconds. */
  Bulletin bulletin(int after) throws IOException;

  /** Hands over a reduce task's timeline. */
  void reduced(int reduce, String attempt, byte[] json) throws IOException;

  /** The job's statistics message, or null if there is none. */
  byte[] statistics() throws IOException;
}
