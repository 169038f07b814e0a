package org.apache.hadoop.mapred;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.MapIndex;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Hadoop's own reader makes of a sealed partition, and that pairs are never sealed. */
@SuppressWarnings("auxiliaryclass") // IndexRecord has no file of its own
class EvenkeelSealTest {
  private static final List<String> NONE = Collections.<String>emptyList();
  private static final List<String> WORDS = Arrays.asList("a", "b");

  @TempDir File disk;
  private JobConf job;
  private CompressionCodec codec;
  private File output;

  @BeforeEach
  void configure() {
    job = SegmentMaker.job(disk);
  }

  private void compressed() {
    job.setCompressMapOutput(true);
    codec = new DefaultCodec();
    ((DefaultCodec) codec).setConf(job);
  }

  /** A map's output whose partitions hold these keys. */
  @SafeVarargs
  private final void map(List<String>... partitions) throws IOException {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    SpillRecord index = new SpillRecord(partitions.length);
    for (int p = 0; p < partitions.length; p++) {
      SegmentMaker.Made made = SegmentMaker.make(job, partitions[p], codec);
      index.putIndex(new IndexRecord(data.size(), made.rawLength, made.bytes.length), p);
      data.write(made.bytes);
    }
    MapOutputFile files = new MapOutputFile();
    files.setConf(job);
    output = new File(files.getOutputFileForWrite(data.size()).toUri().getPath());
    assertTrue(output.getParentFile().isDirectory() || output.getParentFile().mkdirs());
    Files.write(output.toPath(), data.toByteArray());
    index.writeToFile(files.getOutputIndexFileForWrite(1000), job);
  }

  /** Reads a partition as Hadoop's merge does; the number of its pairs. */
  private int read(int partition) throws IOException {
    MapOutputFile files = new MapOutputFile();
    files.setConf(job);
    IndexRecord entry = new SpillRecord(files.getOutputIndexFile(), job, null).getIndex(partition);
    FileSystem local = FileSystem.getLocal(job).getRaw();
    try (org.apache.hadoop.fs.FSDataInputStream in = local.open(new Path(output.getPath()))) {
      in.seek(entry.startOffset);
      IFile.Reader<Text, IntWritable> reader =
          new IFile.Reader<>(job, in, entry.partLength, codec, null);
      int pairs = 0;
      while (reader.next(new DataInputBuffer(), new DataInputBuffer())) {
        pairs++;
      }
      return pairs;
    }
  }

  private void sealedAndWhole() throws IOException {
    map(NONE, NONE, WORDS, NONE, WORDS);
    assertEquals(0, read(0), "before, a reducer would find nothing and be content");
    MapIndex before = EvenkeelSeal.close(job, 2);
    for (int slot = 0; slot < 2; slot++) {
      int partition = slot;
      IOException e = assertThrows(IOException.class, () -> read(partition));
      assertTrue(e.getMessage().contains(EvenkeelSeal.MESSAGE), e.getMessage());
    }
    assertEquals(2, read(2));
    assertEquals(0, read(3));
    assertEquals(2, read(4));
    long[] lengths = before.lengths(2);
    assertEquals(3, lengths.length);
    assertTrue(lengths[0] > 0 && lengths[1] == 0 && lengths[2] == lengths[0]);
  }

  @Test
  void aReducerThatReadsASealedPartitionFails() throws IOException {
    sealedAndWhole();
  }

  @Test
  void alsoWhereMapOutputIsCompressed() throws IOException {
    compressed();
    sealedAndWhole();
  }

  @Test
  void pairsAreNeverSealed() throws IOException {
    map(NONE, WORDS, WORDS);
    assertThrows(IOException.class, () -> EvenkeelSeal.close(job, 2));
  }
}
