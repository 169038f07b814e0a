package io.evenkeel.daemon;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The last jobs' accounts, compressed; the oldest make room. */
final class FinishedJobs {
  private static final int BYTES = 64 << 20;
  private final int kept;
  private final LinkedHashMap<String, Account> accounts = new LinkedHashMap<String, Account>();
  private int bytes;

  private static final class Account {
    final String summary;
    final byte[] full;

    Account(String summary, byte[] full) {
      this.summary = summary;
      this.full = full;
    }
  }

  FinishedJobs(int kept) {
    this.kept = kept;
  }

  void add(String job, JobRecord record) {
    String state = record.view.state();
    Account account =
        new Account(JobAccount.summary(record, state), zip(JobAccount.full(record, state)));
    synchronized (this) {
      accounts.put(job, account);
      bytes += account.full.length;
      while (!accounts.isEmpty() && (accounts.size() > kept || bytes > BYTES)) {
        Map.Entry<String, Account> oldest = accounts.entrySet().iterator().next();
        accounts.remove(oldest.getKey());
        bytes -= oldest.getValue().full.length;
      }
    }
  }

  /** Summaries, the latest last. */
  synchronized List<String> summaries() {
    List<String> out = new ArrayList<String>();
    for (Account account : accounts.values()) {
      out.add(account.summary);
    }
    return out;
  }

  /** A job's whole account as JSON, or null. */
  String full(String job) {
    Account account;
    synchronized (this) {
      account = accounts.get(job);
    }
    return account == null ? null : unzip(account.full);
  }

  private static byte[] zip(String text) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      GZIPOutputStream zip = new GZIPOutputStream(out);
      zip.write(text.getBytes(StandardCharsets.UTF_8));
      zip.close();
      return out.toByteArray();
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
  }

  private static String unzip(byte[] zipped) {
    try {
      GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
        out.write(buffer, 0, got);
      }
      return new String(out.toByteArray(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
  }
}
