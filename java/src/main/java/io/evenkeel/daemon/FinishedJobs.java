package io.evenkeel.daemon;

import io.evenkeel.daemon.page.JobLine;
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

/** The last jobs' reports, compressed; the oldest make room. */
final class FinishedJobs {
  private static final int BYTES = 64 << 20;
  private final int kept;
  private final LinkedHashMap<String, Kept> jobs = new LinkedHashMap<String, Kept>();
  private int bytes;

  private static final class Kept {
    final JobLine line;
    final byte[] facts;

    Kept(JobLine line, byte[] facts) {
      this.line = line;
      this.facts = facts;
    }
  }

  FinishedJobs(int kept) {
    this.kept = kept;
  }

  /** Keeps a job's report. */
  void add(JobLine line, byte[] facts) {
    Kept entry = new Kept(line, zip(facts));
    synchronized (this) {
      Kept before = jobs.put(line.id, entry);
      bytes += entry.facts.length - (before == null ? 0 : before.facts.length);
      while (!jobs.isEmpty() && (jobs.size() > kept || bytes > BYTES)) {
        Map.Entry<String, Kept> oldest = jobs.entrySet().iterator().next();
        jobs.remove(oldest.getKey());
        bytes -= oldest.getValue().facts.length;
      }
    }
  }

  /** The latest first. */
  synchronized List<JobLine> lines() {
    List<JobLine> out = new ArrayList<JobLine>();
    for (Kept each : jobs.values()) {
      out.add(each.line);
    }
    Collections.reverse(out);
    return out;
  }

  /** A job, or null. */
  synchronized JobLine line(String job) {
    Kept found = jobs.get(job);
    return found == null ? null : found.line;
  }

  /** The facts of a job's report, or null. */
  byte[] facts(String job) {
    Kept found;
    synchronized (this) {
      found = jobs.get(job);
    }
    return found == null ? null : unzip(found.facts);
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

  static byte[] unzip(byte[] zipped) {
    try {
      GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
        out.write(buffer, 0, got);
      }
      return out.toByteArray();
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
  }
}
