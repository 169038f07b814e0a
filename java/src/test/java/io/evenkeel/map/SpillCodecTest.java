package io.evenkeel.map;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapred.SegmentMaker;
import org.apache.hadoop.mapred.lib.InverseMapper;
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
    String[] lines = new String[60_000];
    Random random = new Random(5);
    for (int i = 0; i < lines.length; i++) {
      lines[i] = "word" + (int) Math.pow(10, random.nextInt(5) + random.nextDouble());
    }
    lines[777] = word(random, 1_500_000);
    Files.write(dir.resolve("in"), Arrays.asList(lines), StandardCharsets.UTF_8);
    RunningJob stock = JobClient.runJob(job("stock"));
    JobConf job = job("ours");
    SpillCodec.install(job);
    RunningJob ours = JobClient.runJob(job);
    assertEquals(output("stock"), output("ours"));
    for (String counter : new String[] {"MAP_OUTPUT_BYTES", "SPILLED_RECORDS"}) {
      assertTrue(count(stock, counter) > 0);
      assertEquals(count(stock, counter), count(ours, counter), counter);
    }
  }

  private static long count(RunningJob job, String counter) throws IOException {
    Counters counters = job.getCounters();
    return counters.findCounter("org.apache.hadoop.mapred.Task$Counter", counter).getCounter();
  }

  private List<String> output(String name) throws IOException {
    Path part = dir.resolve(name).resolve("part-00000");
    List<String> lines = Files.readAllLines(part, StandardCharsets.UTF_8);
    Collections.sort(lines);
    return lines;
  }

  private JobConf job(String out) {
    JobConf job = new JobConf();
    job.set("mapred.job.tracker", "local");
    job.set("fs.default.name", "file:///");
    job.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    job.set("mapred.local.dir", dir.resolve("tmp") + File.separator + "local");
    job.setInt("io.sort.mb", 1);
    job.setInt("io.sort.factor", 3);
    job.setMapperClass(InverseMapper.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(dir.resolve("in").toUri()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(dir.resolve(out).toUri()));
    return job;
  }
}
