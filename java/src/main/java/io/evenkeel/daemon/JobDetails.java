package io.evenkeel.daemon;

import io.evenkeel.daemon.page.Access;
import java.io.IOException;
import java.util.Map;

/** What a report needs to know of a job beside {@link JobView}. No getter waits for a lock. */
public interface JobDetails {
  /** Nothing is known. */
  JobDetails NONE =
      new JobDetails() {
        @Override
        public long submitted() {
          return 0;
        }

        @Override
        public long started() {
          return 0;
        }

        @Override
        public long finished() {
          return 0;
        }

        @Override
        public Access access() {
          return new Access("", "", "");
        }

        @Override
        public void write(String folder, Map<String, byte[]> files) throws IOException {
          throw new IOException("nowhere to write");
        }
      };

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
