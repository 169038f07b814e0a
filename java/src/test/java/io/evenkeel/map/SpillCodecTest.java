package io.evenkeel.map;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapred.SegmentMaker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Map output written in pieces is what Hadoop writes pair by pair. */
class SpillCodecTest {
  @TempDir Path dir;

  private static String word(Random random, int length) {
    char[] letters = new char[length];
    for (int i = 0; i < length; i++) {
      letters[i] = (char) ('a' + random.nextInt(26));
    }
    return new String(letters);
  }

  @Test
  void everyByteIsWhatHadoopWrites() throws IOException {
    JobConf job = SegmentMaker.job(dir.toFile());
    Random random = new Random(4);
    int[] longest = {0, 5, 300, 40_000, 100_000};
    for (int round = 0; round < 40; round++) {
      List<String> keys = new ArrayList<>();
      for (int i = random.nextInt(round % 5 == 1 ? 20_000 : 60); i > 0; i--) {
        keys.add(word(random, random.nextInt(longest[round % 5] + 1)));
      }
      SegmentMaker.Made stock = SegmentMaker.make(job, keys, null);
      SegmentMaker.Made ours = SegmentMaker.make(job, keys, new SpillCodec());
      assertArrayEquals(stock.bytes, ours.bytes);
      assertEquals(stock.rawLength, ours.rawLength);
    }
  }

  @Test
  void aJobSeesItsOwnSettingsAgain() {
    JobConf job = new JobConf();
    job.set("mapred.map.output.compression.codec", GzipCodec.class.getName());
    SpillCodec.install(job);
    assertTrue(job.getCompressMapOutput());
    assertEquals(SpillCodec.class, job.getMapOutputCompressorClass(DefaultCodec.class));
    SpillCodec.uninstall(job);
    assertFalse(job.getCompressMapOutput());
    assertEquals(GzipCodec.class, job.getMapOutputCompressorClass(DefaultCodec.class));
  }

  @Test
  void aJobThatCompressesGoesOnCompressing() {
    JobConf job = new JobConf();
    job.setCompressMapOutput(true);
    job.setMapOutputCompressorClass(GzipCodec.class);
    SpillCodec.install(job);
    assertEquals(GzipCodec.class, job.getMapOutputCompressorClass(DefaultCodec.class));
    SpillCodec.uninstall(job);
    assertTrue(job.getCompressMapOutput());
    assertEquals(GzipCodec.class, job.getMapOutputCompressorClass(DefaultCodec.class));
  }

  /** Many spills, merged in several passes, and a record larger than the buffer, both ways. */
  @Test
  void aRealMapSpillsAndMergesTheSame() throws IOException {
    String[] lines = LocalJob.lines(60_000);
    lines[777] = word(new Random(6), 1_500_000);
    LocalJob.write(dir, lines);
    RunningJob stock = JobClient.runJob(job("stock"));
    JobConf job = job("ours");
    SpillCodec.install(job);
    RunningJob ours = JobClient.runJob(job);
    assertEquals(LocalJob.output(dir, "stock"), LocalJob.output(dir, "ours"));
    for (String counter : new String[] {"MAP_OUTPUT_BYTES", "SPILLED_RECORDS"}) {
      assertTrue(LocalJob.count(stock, counter) > 0);
      assertEquals(LocalJob.count(stock, counter), LocalJob.count(ours, counter), counter);
    }
  }

  private JobConf job(String out) {
    JobConf job = LocalJob.of(dir, out);
    job.setInt("io.sort.factor", 3);
    return job;
  }
}
