package io.evenkeel.daemon;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * A small file that is one whole block of HDFS, so that to close it does not wait.
 *
 * <p>A block is known to the NameNode a moment after the DataNode has it. 1.0.4's client asks when
 * it closes a file whether its last block is known, and sleeps 400 ms if it is not: one small file
 * in six. But a block that is full is sent and told of before the file is closed, and the file's
 * length says when that was. So content is filled up, and its last four bytes say how long it is.
 */
public final class SmallFile {
  private static final int LENGTH_BYTES = 4;
  private static final int LOOK_MILLIS = 2;
  private static final int PATIENCE_MILLIS = 400;

  private SmallFile() {}

  /** The content as a whole block for this file system. */
  public static byte[] filled(FileSystem fs, byte[] content) {
    int unit = unit(fs);
    int units = (content.length + LENGTH_BYTES + unit - 1) / unit;
    byte[] block = Arrays.copyOf(content, units * unit);
    ByteBuffer.wrap(block).putInt(block.length - LENGTH_BYTES, content.length);
    return block;
  }

  /** The content of a block. */
  public static byte[] content(byte[] block) throws IOException {
    int most = block.length - LENGTH_BYTES;
    int length = most < 0 ? -1 : ByteBuffer.wrap(block).getInt(most);
    if (length < 0 || length > most) {
      throw new IOException("a stored file of " + block.length + " bytes without its length");
    }
    return Arrays.copyOf(block, length);
  }

  /** How long the block of such content can be. */
  public static long longest(FileSystem fs, int content) {
    return (long) content + LENGTH_BYTES + unit(fs);
  }

  /** Blocks are whole numbers of these. */
  private static int unit(FileSystem fs) {
    return Math.max(LENGTH_BYTES, fs.getConf().getInt("io.bytes.per.checksum", 512));
  }

  /** Writes and closes a new file. */
  public static void write(FileSystem fs, Path file, byte[] block) throws IOException {
    int buffer = fs.getConf().getInt("io.file.buffer.size", 4096);
    FSDataOutputStream out =
        fs.create(file, true, buffer, fs.getDefaultReplication(), block.length);
    try {
      out.write(block);
      if (fs instanceof DistributedFileSystem) {
        awaitBlock(fs, file, block.length);
      }
    } finally {
      out.close();
    }
  }

  /** Waits until the NameNode knows of the block; after a while closing may wait instead. */
  private static void awaitBlock(FileSystem fs, Path file, int length) throws IOException {
    long end = Clocks.millis() + PATIENCE_MILLIS;
    try {
      while (fs.getFileStatus(file).getLen() < length && Clocks.millis() < end) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException)
          new InterruptedIOException("interrupted while using the system directory").initCause(e);
    }
  }
}
