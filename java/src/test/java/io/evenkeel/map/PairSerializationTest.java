package io.evenkeel.map;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.MapWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;

/** A map's buffer gets the same bytes as from Hadoop's serialization, in fewer writes. */
class PairSerializationTest {
  /** What was written, and in how many writes. */
  private static final class Sink extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int writes;

    @Override
    public void write(int b) {
      bytes.write(b);
      writes++;
    }

    @Override
    public void write(byte[] b, int off, int len) {
      bytes.write(b, off, len);
      writes++;
    }
  }

  /** Uses whatever a {@code DataOutputStream} has, which is what Hadoop gives. */
  public static final class Peculiar implements Writable {
    @Override
    public void write(DataOutput out) throws IOException {
      DataOutputStream stream = (DataOutputStream) out;
      stream.writeUTF("naïve");
      stream.flush();
      stream.writeLong(Long.MIN_VALUE);
      stream.write(200);
      stream.write(new byte[] {1, 2, 3});
      stream.writeChars("x");
      stream.writeBoolean(true);
      stream.writeShort(-2);
      stream.writeFloat(1.5f);
      stream.writeInt(stream.size());
    }

    @Override
    public void readFields(DataInput in) {
      throw new UnsupportedOperationException();
    }
  }

  /** Gives up in the middle. */
  public static final class Broken implements Writable {
    @Override
    public void write(DataOutput out) throws IOException {
      out.writeInt(7);
      throw new IOException("broken");
    }

    @Override
    public void readFields(DataInput in) {
      throw new UnsupportedOperationException();
    }
  }

  private static Text text(int length) {
    StringBuilder letters = new StringBuilder();
    for (int i = 0; i < length; i++) {
      letters.append((char) ('a' + i % 26));
    }
    return new Text(letters.toString());
  }

  private static List<Writable> pairs() {
    List<Writable> pairs = new ArrayList<>();
    Random random = new Random(8);
    for (int length : new int[] {0, 1, 127, 128, 1021, 1022, 1023, 1024, 1025, 100_000}) {
      pairs.add(text(length));
      pairs.add(new BytesWritable(text(length).getBytes()));
    }
    pairs.add(NullWritable.get());
    pairs.add(new Peculiar());
    for (int i = 0; i < 50; i++) {
      pairs.add(new IntWritable(random.nextInt()));
      pairs.add(new DoubleWritable(random.nextGaussian()));
      MapWritable map = new MapWritable();
      for (int k = random.nextInt(300); k > 0; k--) {
        map.put(new IntWritable(random.nextInt()), text(random.nextInt(40)));
      }
      pairs.add(map);
    }
    return pairs;
  }

  @SuppressWarnings("unchecked")
  private static Serializer<Writable> open(WritableSerialization serialization, OutputStream out)
      throws IOException {
    Serializer<Writable> serializer =
        serialization.getSerializer((Class<Writable>) (Class<?>) Writable.class);
    serializer.open(out);
    return serializer;
  }

  @Test
  void everyByteIsWhatHadoopWrites() throws IOException {
    Sink stock = new Sink();
    Sink ours = new Sink();
    Serializer<Writable> hadoops = open(new WritableSerialization(), stock);
    Serializer<Writable> own = open(new PairSerialization(), ours);
    for (Writable pair : pairs()) {
      hadoops.serialize(pair);
      own.serialize(pair);
      assertArrayEquals(stock.bytes.toByteArray(), ours.bytes.toByteArray(), pair.getClass() + "");
    }
  }

  @Test
  void aSmallPairIsOneWriteAndAnEmptyOneNone() throws IOException {
    Sink sink = new Sink();
    Serializer<Writable> own = open(new PairSerialization(), sink);
    own.serialize(text(20));
    assertEquals(1, sink.writes);
    own.serialize(new Peculiar());
    assertEquals(2, sink.writes);
    own.serialize(NullWritable.get());
    assertEquals(2, sink.writes);
  }

  @Test
  void whatABrokenPairLeftBehindIsDropped() throws IOException {
    Sink sink = new Sink();
    Serializer<Writable> own = open(new PairSerialization(), sink);
    assertThrows(IOException.class, () -> own.serialize(new Broken()));
    own.serialize(new IntWritable(1));
    assertArrayEquals(new byte[] {0, 0, 0, 1}, sink.bytes.toByteArray());
  }

  /** As in Hadoop, where both write to the buffer's own stream. */
  @Test
  void keysAndValuesGetOneStream() throws IOException {
    List<DataOutput> seen = new ArrayList<>();
    Writable noting =
        new Writable() {
          @Override
          public void write(DataOutput out) {
            seen.add(out);
          }

          @Override
          public void readFields(DataInput in) {
            throw new UnsupportedOperationException();
          }
        };
    PairSerialization serialization = new PairSerialization();
    Sink sink = new Sink();
    open(serialization, sink).serialize(noting);
    open(serialization, sink).serialize(noting);
    open(serialization, new Sink()).serialize(noting);
    assertSame(seen.get(0), seen.get(1));
    assertNotSame(seen.get(0), seen.get(2));
  }

  @Test
  void aJobSeesItsOwnSettingsAgain() {
    JobConf job = new JobConf();
    String other = "org.apache.hadoop.io.serializer.JavaSerialization";
    String both = other + "," + WritableSerialization.class.getName();
    for (String own : new String[] {WritableSerialization.class.getName(), both, other}) {
      job.set("io.serializations", own);
      PairSerialization.install(job);
      PairSerialization.uninstall(job);
      assertEquals(own, job.get("io.serializations"));
    }
    job.set("io.serializations", both);
    PairSerialization.install(job);
    SerializationFactory factory = new SerializationFactory(job);
    assertEquals(PairSerialization.class, factory.getSerialization(Text.class).getClass());
    assertEquals(other, factory.getSerialization(String.class).getClass().getName());
  }
}
