package org.apache.hadoop.mapred;

import io.evenkeel.wire.MapIndex;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Seals the partitions of a late-bound map's output that no late-bound reducer reads. Each becomes
 * a segment with a good checksum that begins with a record of negative length: a reducer without
 * our hook copies it, and fails when it merges, instead of succeeding without a pair
 * (docs/decisions.md, 4).
 *
 * <p>It lives here because {@code MapOutputFile}, {@code SpillRecord}, {@code IndexRecord} and
 * {@code IFileOutputStream} are package-private.
 */
@SuppressWarnings("auxiliaryclass") // IndexRecord has no file of its own
public final class EvenkeelSeal {
  /** The length that the record claims, for a key and for a value; one byte long as Hadoop's. */
  static final byte MARK = -107;

  /** What such a reducer's failure says. */
  public static final String MESSAGE = "Negative key-length: " + MARK;

  private static final byte[] RECORD = {MARK, MARK};

  private EvenkeelSeal() {}

  /**
   * Seals the first {@code slots} partitions of this task's final output; returns its index as it
   * was before.
   */
  public static MapIndex close(JobConf job, int slots) throws IOException {
    MapOutputFile files = new MapOutputFile();
    files.setConf(job);
    Path indexFile = files.getOutputIndexFile();
    MapIndex before = read(indexFile);
    byte[] segment = segment(job);
    long start = append(new File(files.getOutputFile().toUri().getPath()), segment);
    IndexRecord sealed = new IndexRecord(start, RECORD.length, segment.length);
    SpillRecord index = new SpillRecord(before.size());
    for (int p = 0; p < slots; p++) {
      if (before.rawLength(p) > RECORD.length) {
        throw new IOException("partition " + p + " holds pairs: another Partitioner made it");
      }
      index.putIndex(sealed, p);
    }
    for (int p = slots; p < before.size(); p++) {
      index.putIndex(
          new IndexRecord(before.start(p), before.rawLength(p), before.partLength(p)), p);
    }
    index.writeToFile(indexFile, job);
    return before;
  }

  private static MapIndex read(Path indexFile) throws IOException {
    try (FileInputStream in = new FileInputStream(indexFile.toUri().getPath())) {
      return MapIndex.read(in);
    }
  }

  private static long append(File file, byte[] segment) throws IOException {
    try (RandomAccessFile out = new RandomAccessFile(file, "rw")) {
      long start = out.length();
      out.seek(start);
      out.write(segment);
      return start;
    }
  }

  /** The sealed segment, compressed if the job's map output is. */
  static byte[] segment(JobConf job) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    IFileOutputStream checked = new IFileOutputStream(bytes);
    if (job.getCompressMapOutput()) {
      compress(job, checked);
    } else {
      checked.write(RECORD, 0, RECORD.length);
    }
    checked.finish();
    return bytes.toByteArray();
  }

  private static void compress(JobConf job, OutputStream to) throws IOException {
    CompressionCodec codec =
        ReflectionUtils.newInstance(job.getMapOutputCompressorClass(DefaultCodec.class), job);
    Compressor compressor = CodecPool.getCompressor(codec);
    try {
      CompressionOutputStream out = codec.createOutputStream(to, compressor);
      out.write(RECORD, 0, RECORD.length);
      out.finish();
    } finally {
      CodecPool.returnCompressor(compressor);
    }
  }
}
