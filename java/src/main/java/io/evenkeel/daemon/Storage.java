package io.evenkeel.daemon;

import java.io.IOException;

/** Where the JobTracker keeps what must outlive it, per job. Blocks; never called by a request. */
public interface Storage {
  /** The stored bytes, or null if there are none. */
  byte[] read(String job, String name, int maxBytes) throws IOException;

  /** Stores bytes for good: either all of them are there afterwards or none. */
  void write(String job, String name, byte[] bytes) throws IOException;

  /** Drops what was stored for a job. */
  void drop(String job) throws IOException;
}
