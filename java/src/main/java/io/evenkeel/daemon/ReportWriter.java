package io.evenkeel.daemon;

import io.evenkeel.core.CoreException;
import io.evenkeel.core.NativeCore;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Writes a job's report where the job wants it ({@code evenkeel.report.dir}), as the job's user.
 */
final class ReportWriter {
  private static final Log LOG = LogFactory.getLog(ReportWriter.class);

  /** Reports that wait, and their bytes: each keeps what Hadoop knows of its job alive. */
  private static final int MOST_WAITING = 100;

  private static final long WAITING_BYTES = 64L << 20;
  private final Executor executor;
  private final Supplier<String> nativeProblem;
  private int waiting;
  private long waitingBytes;

  ReportWriter(Executor executor, Supplier<String> nativeProblem) {
    this.executor = executor;
    this.nativeProblem = nativeProblem;
  }

  /** Writes later, on a thread of its own; a failure is the job's loss and a line in the log. */
  void write(JobRecord record, byte[] facts) {
    String folder = record.reportDir();
    if (folder.isEmpty()) {
      return;
    }
    String job = record.view.id();
    if (!take(facts.length)) {
      LOG.warn(job + ": its report is not written, because too many others wait");
      return;
    }
    JobDetails details = record.view.details();
    executor.execute(
        () -> {
          try {
            write(job, details, folder, facts);
          } finally {
            give(facts.length);
          }
        });
  }

  private synchronized boolean take(int size) {
    boolean room = waiting < MOST_WAITING && waitingBytes + size <= WAITING_BYTES;
    waiting += room ? 1 : 0;
    waitingBytes += room ? size : 0;
    return room;
  }

  private synchronized void give(int size) {
    waiting--;
    waitingBytes -= size;
  }

  private void write(String job, JobDetails details, String folder, byte[] facts) {
    try {
      details.write(folder, files(job, facts));
      LOG.info(job + ": report written to " + folder);
    } catch (IOException | CoreException | RuntimeException e) {
      LOG.warn(job + ": cannot write its report to " + folder + ": " + e.getMessage());
    }
  }

  private Map<String, byte[]> files(String job, byte[] facts) throws CoreException {
    Map<String, byte[]> files = new LinkedHashMap<String, byte[]>();
    if (nativeProblem.get() == null) {
      files.put("evenkeel-" + job + ".json", NativeCore.report(facts));
      files.put("evenkeel-" + job + ".html", NativeCore.page(facts));
    } else {
      files.put("evenkeel-" + job + ".facts.json", facts);
    }
    return files;
  }
}
