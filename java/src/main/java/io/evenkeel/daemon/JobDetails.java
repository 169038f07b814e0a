package io.evenkeel.daemon;

import io.evenkeel.daemon.page.Access;
import java.io.IOException;
import java.util.Map;

/** What a report needs to know of a job beside {@link JobView}. No getter waits for a lock. */
public interface JobDetails {
  /** When it was submitted, in milliseconds since 1970. */
  long submitted();

  /** When its first task started, or 0. */
  long started();

  /** When it ended, or 0. */
  long finished();

  /** Who may see it. */
  Access access();

  /** Writes files into a folder of the cluster's file system, as the job's user. Blocks. */
  void write(String folder, Map<String, byte[]> files) throws IOException;
}
