package org.apache.hadoop.mapred;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;

/** Makes map output segments for tests, with Hadoop's own writer. */
public final class SegmentMaker {
  private SegmentMaker() {}

  /** A segment as it goes over the wire. */
  public static final class Made {
    /** Its bytes, checksum included. */
    public final byte[] bytes;

    /** Its length when decompressed. */
    public final long rawLength;

    private Made(byte[] bytes, long rawLength) {
      this.bytes = bytes;
      this.rawLength = rawLength;
    }
  }

  /** A job of such segments, with its files below a folder. */
  public static JobConf job(File disk) {
    JobConf job = new JobConf();
    job.set("mapred.local.dir", disk.getPath());
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(IntWritable.class);
    return job;
  }

  /** A pair for each of the sorted keys; its value is how many come before it. */
  public static Made make(JobConf job, List<String> keys, CompressionCodec codec)
      throws IOException {
    return make(job, keys, 0, codec);
  }

  /** A pair for each of the sorted keys; its value is how many come before it, and some more. */
  public static Made make(JobConf job, List<String> keys, int more, CompressionCodec codec)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FSDataOutputStream out = new FSDataOutputStream(bytes, null);
    IFile.Writer<Text, IntWritable> writer =
        new IFile.Writer<>(job, out, Text.class, IntWritable.class, codec, null);
    int value = more;
    for (String key : keys) {
      writer.append(new Text(key), new IntWritable(value++));
    }
    writer.close();
    out.flush();
    return new Made(bytes.toByteArray(), writer.getRawLength());
  }

  /** A pair for each of these numbers, in this order; its value is how many come before it. */
  public static Made doubles(JobConf job, double... keys) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FSDataOutputStream out = new FSDataOutputStream(bytes, null);
    IFile.Writer<DoubleWritable, IntWritable> writer =
        new IFile.Writer<>(job, out, DoubleWritable.class, IntWritable.class, null, null);
    for (int i = 0; i < keys.length; i++) {
      writer.append(new DoubleWritable(keys[i]), new IntWritable(i));
    }
    writer.close();
    out.flush();
    return new Made(bytes.toByteArray(), writer.getRawLength());
  }
}
