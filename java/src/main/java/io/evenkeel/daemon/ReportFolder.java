package io.evenkeel.daemon;

import io.evenkeel.daemon.page.JobRow;
import io.evenkeel.daemon.page.RowCodec;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Reports of finished jobs on the JobTracker's own disk, so that they outlive it: one file a job,
 * its row of the list first, then the compressed facts. Only the JobTracker's user may read them,
 * since the page asks who may. Not in {@code mapred.system.dir}, which 1.0.4 empties at its start.
 */
final class ReportFolder {
  private static final Log LOG = LogFactory.getLog(ReportFolder.class);
  private static final int MAGIC = 0x454b4a31;
  private static final int ROW_BYTES = 8 << 20;
  private static final String END = ".report";
  private static final Pattern NAME = Pattern.compile("job_[0-9]+_[0-9]+\\.report");
  private static final Pattern HALF = Pattern.compile("new[0-9]+\\.tmp");
  private final Path folder;

  ReportFolder(File folder) {
    this.folder = folder.toPath();
  }

  /** The configured folder, else one below the daemon's logs; null if there is neither. */
  static ReportFolder of(String configured, String logs) {
    if (!configured.isEmpty()) {
      return new ReportFolder(new File(configured));
    }
    return logs == null || logs.isEmpty() ? null : new ReportFolder(new File(logs, "evenkeel"));
  }

  /** A report on disk. */
  static final class Entry {
    final JobRow row;
    final long bytes;

    Entry(JobRow row, long bytes) {
      this.row = row;
      this.bytes = bytes;
    }
  }

  /** What is there, the oldest first. A file that cannot be read is left out. */
  List<Entry> list() {
    sweep();
    File[] files = folder.toFile().listFiles(f -> NAME.matcher(f.getName()).matches());
    List<Entry> out = new ArrayList<Entry>();
    if (files == null) {
      return out;
    }
    Arrays.sort(files, Comparator.comparingLong(File::lastModified).thenComparing(File::getName));
    for (File file : files) {
      try (DataInputStream in = new DataInputStream(Files.newInputStream(file.toPath()))) {
        JobRow row = RowCodec.decode(row(in));
        if (file(row.id).getFileName().toString().equals(file.getName())) {
          out.add(new Entry(row, file.length()));
        }
      } catch (IOException e) {
        LOG.warn("cannot read the kept report " + file + ": " + e.getMessage());
      }
    }
    return out;
  }

  /** Removes what a JobTracker that was killed left half written. */
  private void sweep() {
    File[] halves = folder.toFile().listFiles((dir, name) -> HALF.matcher(name).matches());
    for (File half : halves == null ? new File[0] : halves) {
      LOG.debug(half + (half.delete() ? " removed" : " stays"));
    }
  }

  private static byte[] row(DataInputStream in) throws IOException {
    if (in.readInt() != MAGIC) {
      throw new IOException("not a kept report");
    }
    int length = in.readInt();
    if (length < 0 || length > ROW_BYTES) {
      throw new IOException("a row of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }

  /** Keeps a report, whole or not at all; its size on disk. */
  long write(JobRow row, byte[] facts) throws IOException {
    Files.createDirectories(folder);
    // Such a file is readable by its owner only.
    Path half = Files.createTempFile(folder, "new", ".tmp");
    try {
      try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(half))) {
        byte[] bytes = RowCodec.encode(row);
        out.writeInt(MAGIC);
        out.writeInt(bytes.length);
        out.write(bytes);
        out.write(facts);
      }
      Files.move(half, file(row.id), StandardCopyOption.ATOMIC_MOVE);
      return Files.size(file(row.id));
    } finally {
      Files.deleteIfExists(half);
    }
  }

  /** A job's compressed facts. */
  byte[] read(String job, int maxBytes) throws IOException {
    Path file = file(job);
    if (Files.size(file) > maxBytes) {
      throw new IOException(file + " has " + Files.size(file) + " bytes");
    }
    try (InputStream raw = Files.newInputStream(file);
        DataInputStream in = new DataInputStream(raw)) {
      int before = row(in).length + 2 * Integer.BYTES;
      byte[] facts = new byte[(int) Files.size(file) - before];
      in.readFully(facts);
      return facts;
    }
  }

  /** Forgets a job. */
  void delete(String job) {
    try {
      Files.deleteIfExists(file(job));
    } catch (IOException e) {
      LOG.warn("cannot delete the kept report of " + job + ": " + e.getMessage());
    }
  }

  private Path file(String job) {
    return folder.resolve(job + END);
  }
}
