package io.evenkeel.map;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.apache.hadoop.mapred.JobConf;

/**
 * Hadoop's serialization of Writables, for a map's output buffer. Each write into that buffer takes
 * three locks; a {@code Text} needs two writes, others one for each field. Here a key or a value is
 * one. Hadoop takes the class from {@code io.serializations}.
 */
public final class PairSerialization extends WritableSerialization {
  private static final String SERIALIZATIONS = "io.serializations";
  private static final String HADOOPS = WritableSerialization.class.getName();
  private static final String OURS = PairSerialization.class.getName();

  /** Larger keys and values take more than one write, as Hadoop's do. */
  private static final int PIECE = 1 << 10;

  private OutputStream opened;
  private Output output;

  /** Takes the place of Hadoop's own among the task's serializations, if it is there. */
  static void install(JobConf job) {
    replace(job, HADOOPS, OURS);
  }

  /** Takes that back: whoever reads the task's configuration later finds what the job has. */
  static void uninstall(JobConf job) {
    replace(job, OURS, HADOOPS);
  }

  private static void replace(JobConf job, String old, String now) {
    String[] names = job.getStrings(SERIALIZATIONS, HADOOPS);
    boolean changed = false;
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(old)) {
        names[i] = now;
        changed = true;
      }
    }
    if (changed) {
      job.setStrings(SERIALIZATIONS, names);
    }
  }

  @Override
  public Serializer<Writable> getSerializer(Class<Writable> type) {
    return new PairSerializer();
  }

  /** Keys and values of a buffer write to one stream, as Hadoop's do. */
  private Output outputTo(OutputStream buffer) {
    if (opened != buffer) {
      opened = buffer;
      output = new Output(new Pieces(buffer, new byte[PIECE]));
    }
    return output;
  }

  private final class PairSerializer implements Serializer<Writable> {
    private Output to;

    @Override
    public void open(OutputStream buffer) {
      to = outputTo(buffer);
    }

    @Override
    public void serialize(Writable pair) throws IOException {
      // what a Writable left behind that failed in the middle
      to.pieces.resetState();
      pair.write(to);
      to.pieces.finish();
    }

    @Override
    public void close() throws IOException {
      to.pieces.close();
    }
  }

  /** What a Writable writes to: a {@code DataOutputStream}, as Hadoop's is, but without locks. */
  private static final class Output extends DataOutputStream {
    private final Pieces pieces;

    Output(Pieces pieces) {
      super(pieces);
      this.pieces = pieces;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      count(1);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
      out.write(b, off, len);
      count(len);
    }

    private void count(int more) {
      int sum = written + more;
      written = sum < 0 ? Integer.MAX_VALUE : sum;
    }

    /** A Writable that flushes has not ended yet. */
    @Override
    public void flush() {}
  }
}
