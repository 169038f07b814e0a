package io.evenkeel.reduce;

import io.evenkeel.pairs.Segment;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.fs.Path;

/**
 * One copier's append-only files on the task's local disks. What is copied goes here and not onto
 * the heap, which belongs to the user's reducer; small data never leaves the page cache anyway.
 */
final class Spool implements Closeable {
  private static final int CHECKSUM = 4;
  private static final long FILE_BYTES = 64L << 20;
  private static final LocalDirAllocator DISKS = new LocalDirAllocator("mapred.local.dir");

  private final Configuration conf;
  private final FileSystem local;
  private final String name;
  private final List<Path> files = new ArrayList<>();
  private final byte[] buffer = new byte[64 << 10];
  private FSDataOutputStream out;
  private Path file;
  private int checksum;

  Spool(Configuration conf, String name) throws IOException {
    this.conf = conf;
    this.local = FileSystem.getLocal(conf).getRaw();
    this.name = name;
  }

  /**
   * Appends one segment as it comes off the wire, and checks its checksum on the way.
   *
   * @throws CorruptSegmentException if the bytes are not what the map wrote; the stream is then
   *     past the segment all the same
   */
  Segment append(InputStream in, long partLength, long rawLength) throws IOException {
    if (partLength < CHECKSUM) {
      throw new CorruptSegmentException("a segment of " + partLength + " bytes");
    }
    roll(partLength);
    long offset = out.getPos();
    CRC32 crc = new CRC32();
    long data = partLength - CHECKSUM;
    int stored = 0;
    for (long at = 0; at < partLength; ) {
      int n = in.read(buffer, 0, (int) Math.min(buffer.length, partLength - at));
      if (n < 0) {
        throw new IOException("the stream ends within a segment");
      }
      int covered = (int) Math.max(0, Math.min(n, data - at));
      crc.update(buffer, 0, covered);
      for (int i = covered; i < n; i++) {
        stored = (stored << 8) | (buffer[i] & 0xff);
      }
      try {
        out.write(buffer, 0, n);
      } catch (IOException e) {
        throw new SpoolException("cannot write " + file + ": " + e.getMessage(), e);
      }
      at += n;
    }
    checksum = stored;
    if (stored != (int) crc.getValue()) {
      throw new CorruptSegmentException("a segment with a wrong checksum");
    }
    return new Segment(file, offset, partLength, rawLength);
  }

  /** The last four bytes of the segment that was appended last, right or wrong. */
  int checksum() {
    return checksum;
  }

  /** Makes all that was appended visible to readers. */
  void flush() throws IOException {
    if (out != null) {
      try {
        out.flush();
      } catch (IOException e) {
        throw new SpoolException("cannot write " + file + ": " + e.getMessage(), e);
      }
    }
  }

  private void roll(long bytes) throws IOException {
    if (out != null && out.getPos() < FILE_BYTES) {
      return;
    }
    close();
    try {
      file = place("output/evenkeel-" + name + "-" + files.size(), bytes);
      out = local.create(file, true, 64 << 10);
    } catch (IOException e) {
      throw new SpoolException("no local disk has room for copied groups: " + e.getMessage(), e);
    }
    files.add(file);
  }

  /**
   * On a disk with room for a whole file; where none has that much, on one that is not full. The
   * length is only what a stream claims: that a disk is too small shows when it is written to.
   */
  private Path place(String path, long bytes) throws IOException {
    try {
      return DISKS.getLocalPathForWrite(path, Math.max(bytes, FILE_BYTES), conf);
    } catch (IOException full) {
      return DISKS.getLocalPathForWrite(path, 1 << 20, conf);
    }
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
      out = null;
    }
  }

  /** Removes the files. */
  void delete() throws IOException {
    close();
    for (Path path : files) {
      local.delete(path, false);
    }
  }
}
