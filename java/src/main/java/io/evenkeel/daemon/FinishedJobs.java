package io.evenkeel.daemon;

import io.evenkeel.daemon.page.JobRow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The last jobs' reports, compressed; the oldest make room. They are in a folder, if there is one
 * that can be written, and else in memory. The folder is read when somebody asks for the first
 * time.
 */
final class FinishedJobs {
  private static final Log LOG = LogFactory.getLog(FinishedJobs.class);
  private static final int BYTES = 64 << 20;
  private final int kept;
  private final ReportFolder folder;
  private final LinkedHashMap<String, Kept> jobs = new LinkedHashMap<String, Kept>();
  private boolean loaded;
  private long bytes;

  private static final class Kept {
    final JobRow row;
    final byte[] facts;
    final long bytes;

    /** With its facts, or null if they are in the folder. */
    Kept(JobRow row, byte[] facts, long bytes) {
      this.row = row;
      this.facts = facts;
      this.bytes = bytes;
    }
  }

  /** Keeps so many, in this folder, or in memory if it is null. */
  FinishedJobs(int kept, ReportFolder folder) {
    this.kept = kept;
    this.folder = folder;
  }

  /** Keeps a job's report. */
  void add(JobRow row, byte[] facts) {
    if (kept == 0) {
      return;
    }
    Kept entry = stored(row, zip(facts));
    synchronized (this) {
      load();
      put(entry);
    }
  }

  private Kept stored(JobRow row, byte[] zipped) {
    if (folder != null && zipped.length <= BYTES) {
      try {
        return new Kept(row, null, folder.write(row, zipped));
      } catch (IOException | RuntimeException e) {
        LOG.warn(row.id + ": its report is kept in memory only: " + e);
      }
    }
    return new Kept(row, zipped, zipped.length);
  }

  private void put(Kept entry) {
    // The latest of its id, last in the order: a restarted JobTracker may give an id again.
    Kept before = jobs.remove(entry.row.id);
    jobs.put(entry.row.id, entry);
    bytes += entry.bytes - (before == null ? 0 : before.bytes);
    while (!jobs.isEmpty() && (jobs.size() > kept || bytes > BYTES)) {
      Map.Entry<String, Kept> oldest = jobs.entrySet().iterator().next();
      jobs.remove(oldest.getKey());
      bytes -= oldest.getValue().bytes;
      if (folder != null) {
        folder.delete(oldest.getKey());
      }
    }
  }

  private void load() {
    if (loaded || folder == null) {
      return;
    }
    loaded = true;
    for (ReportFolder.Entry each : folder.list()) {
      put(new Kept(each.row, null, each.bytes));
    }
  }

  /** The latest first. */
  synchronized List<JobRow> rows() {
    load();
    List<JobRow> out = new ArrayList<JobRow>();
    for (Kept each : jobs.values()) {
      out.add(each.row);
    }
    Collections.reverse(out);
    return out;
  }

  /** A job, or null. */
  synchronized JobRow row(String job) {
    load();
    Kept found = jobs.get(job);
    return found == null ? null : found.row;
  }

  /** The facts of a job's report, or null. */
  byte[] facts(String job) {
    Kept found;
    synchronized (this) {
      load();
      found = jobs.get(job);
    }
    if (found == null) {
      return null;
    }
    try {
      return unzip(found.facts != null ? found.facts : folder.read(job, BYTES));
    } catch (IOException e) {
      LOG.warn(job + ": its kept report cannot be read: " + e);
      return null;
    }
  }

  static byte[] zip(byte[] plain) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      GZIPOutputStream zip = new GZIPOutputStream(out);
      zip.write(plain);
      zip.close();
      return out.toByteArray();
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
  }

  static byte[] unzip(byte[] zipped) throws IOException {
    GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
      out.write(buffer, 0, got);
    }
    return out.toByteArray();
  }
}
