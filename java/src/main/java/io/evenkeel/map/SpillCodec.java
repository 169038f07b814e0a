package io.evenkeel.map;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapred.JobConf;

/**
 * A codec that changes no byte, for map output that is not compressed. Hadoop 1.0.4 writes a pair
 * in four small writes, each through six streams, some of which lock and one of which takes a
 * checksum; when it spills, and again when it merges spills. A codec stands before the last four of
 * them, and this one hands on large pieces. The file is the same, byte for byte: whoever reads it
 * need not know.
 */
public final class SpillCodec implements CompressionCodec {
  private static final String COMPRESSED = "mapred.compress.map.output";
  private static final String CODEC = "mapred.map.output.compression.codec";
  private static final String JOBS = "evenkeel.task.map.codec";

  /** Makes it the codec of a task whose output is not compressed. */
  static void install(JobConf job) {
    if (!job.getCompressMapOutput()) {
      job.set(JOBS, job.get(CODEC, DefaultCodec.class.getName()));
      job.set(CODEC, SpillCodec.class.getName());
      job.setBoolean(COMPRESSED, true);
    }
  }

  /** Takes that back: whoever reads the task's configuration later finds what the job has. */
  static void uninstall(JobConf job) {
    if (SpillCodec.class.getName().equals(job.get(CODEC))) {
      job.set(CODEC, job.get(JOBS));
      job.setBoolean(COMPRESSED, false);
    }
  }

  @Override
  public CompressionOutputStream createOutputStream(OutputStream out) {
    return new Pieces(out, new Piece().bytes());
  }

  @Override
  public CompressionOutputStream createOutputStream(OutputStream out, Compressor piece) {
    return new Pieces(out, ((Piece) piece).bytes());
  }

  @Override
  public CompressionInputStream createInputStream(InputStream in) {
    return new Through(in);
  }

  @Override
  public CompressionInputStream createInputStream(InputStream in, Decompressor nothing) {
    return new Through(in);
  }

  @Override
  public Class<? extends Compressor> getCompressorType() {
    return Piece.class;
  }

  @Override
  public Compressor createCompressor() {
    return new Piece();
  }

  @Override
  public Class<? extends Decompressor> getDecompressorType() {
    return Piece.class;
  }

  @Override
  public Decompressor createDecompressor() {
    return new Piece();
  }

  @Override
  public String getDefaultExtension() {
    return "";
  }

  /** Reads what is there. */
  private static final class Through extends CompressionInputStream {
    Through(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
      return in.read(b, off, len);
    }

    @Override
    public void resetState() {}
  }

  /**
   * The array of one writer. Hadoop keeps it for the next one, and asks it for nothing; readers get
   * one too, without an array, because without any they would say so in the log each time.
   */
  private static final class Piece implements Compressor, Decompressor {
    private static final int BYTES = 32 << 10;

    private byte[] bytes;

    byte[] bytes() {
      if (bytes == null) {
        bytes = new byte[BYTES];
      }
      return bytes;
    }

    @Override
    public void reset() {}

    @Override
    public void reinit(Configuration conf) {}

    @Override
    public void end() {}

    @Override
    public void setInput(byte[] b, int off, int len) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean needsInput() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void setDictionary(byte[] b, int off, int len) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean needsDictionary() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long getBytesRead() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long getBytesWritten() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int getRemaining() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void finish() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean finished() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int compress(byte[] b, int off, int len) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int decompress(byte[] b, int off, int len) {
      throw new UnsupportedOperationException();
    }
  }
}
