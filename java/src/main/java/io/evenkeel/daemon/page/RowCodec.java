package io.evenkeel.daemon.page;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A {@link JobRow} as bytes, for the folder that outlives the JobTracker. */
public final class RowCodec {
  private static final int VERSION = 1;
  private static final int TEXT = 1 << 20;
  private static final int BARS = 1000;
  private static final int HIGHEST = 100;

  private RowCodec() {}

  /** The line's bytes. */
  public static byte[] encode(JobRow line) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeByte(VERSION);
      String[] texts = {
        line.id,
        line.access.owner,
        line.access.queue,
        line.access.viewers,
        line.name,
        line.state,
        line.phase,
        line.fallback
      };
      for (String text : texts) {
        byte[] utf = String.valueOf(text).getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf.length);
        out.write(utf);
      }
      out.writeInt(line.maps);
      out.writeInt(line.reported);
      out.writeInt(line.reduces);
      out.writeInt(line.reduced);
      out.writeLong(line.submitted);
      out.writeLong(line.shape.total);
      out.writeDouble(line.shape.hashRatio);
      out.writeDouble(line.shape.ratio);
      int[] bars = line.shape.bars();
      out.writeInt(bars.length);
      for (int bar : bars) {
        out.writeInt(bar);
      }
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
  }

  /** The line of these bytes. */
  public static JobRow decode(byte[] bytes) throws IOException {
    try {
      return row(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (EOFException e) {
      throw new IOException("a job's line that ends early", e);
    }
  }

  private static JobRow row(DataInputStream in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException("a job's line of version " + version);
    }
    String id = text(in);
    JobRow.Builder line = new JobRow.Builder(id, new Access(text(in), text(in), text(in)));
    line.called(text(in), text(in), text(in)).fallback(text(in));
    line.maps(in.readInt(), in.readInt()).reduces(in.readInt(), in.readInt());
    line.submitted(in.readLong());
    long total = in.readLong();
    double hashRatio = ratio(in);
    double ratio = ratio(in);
    int[] bars = new int[bounded(in, BARS)];
    for (int i = 0; i < bars.length; i++) {
      bars[i] = bounded(in, HIGHEST);
    }
    return line.shape(new Shape(total, hashRatio, ratio, bars)).build();
  }

  private static String text(DataInputStream in) throws IOException {
    byte[] utf = new byte[bounded(in, TEXT)];
    in.readFully(utf);
    return new String(utf, StandardCharsets.UTF_8);
  }

  /** Neither page nor JSON has a word for what is no number. */
  private static double ratio(DataInputStream in) throws IOException {
    double number = in.readDouble();
    if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
      throw new IOException(number + " is no ratio");
    }
    return number;
  }

  private static int bounded(DataInputStream in, int max) throws IOException {
    int number = in.readInt();
    if (number < 0 || number > max) {
      throw new IOException(number + " is out of range");
    }
    return number;
  }
}
