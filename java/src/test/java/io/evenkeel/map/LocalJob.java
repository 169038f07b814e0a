package io.evenkeel.map;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapred.lib.InverseMapper;

/** A job of one real map in Hadoop's local runner, which sorts lines. */
final class LocalJob {
  private LocalJob() {}

  /** Lines "word1" to "word99999", small numbers more often. */
  static String[] lines(int count) {
    String[] lines = new String[count];
    Random random = new Random(5);
    for (int i = 0; i < count; i++) {
      lines[i] = "word" + (int) Math.pow(10, random.nextInt(5) + random.nextDouble());
    }
    return lines;
  }

  /** Its input. */
  static void write(Path dir, String[] lines) throws IOException {
    Files.write(dir.resolve("in"), Arrays.asList(lines), StandardCharsets.UTF_8);
  }

  /** A job with a small buffer, so that there are many spills. */
  static JobConf of(Path dir, String out) {
    JobConf job = new JobConf();
    job.set("mapred.job.tracker", "local");
    job.set("fs.default.name", "file:///");
    job.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    job.set("mapred.local.dir", dir.resolve("tmp") + File.separator + "local");
    job.setInt("io.sort.mb", 1);
    job.setMapperClass(InverseMapper.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(dir.resolve("in").toUri()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(dir.resolve(out).toUri()));
    return job;
  }

  /** Runs it; bytes are counted from here on, not from the start of the JVM. */
  static RunningJob run(JobConf job) throws IOException {
    FileSystem.clearStatistics();
    return JobClient.runJob(job);
  }

  /** Its output, sorted: values of a key may come in any order. */
  static List<String> output(Path dir, String out) throws IOException {
    Path part = dir.resolve(out).resolve("part-00000");
    List<String> lines = Files.readAllLines(part, StandardCharsets.UTF_8);
    Collections.sort(lines);
    return lines;
  }

  /** One of Hadoop's counters of bytes. */
  static long bytes(RunningJob job, String counter) throws IOException {
    return job.getCounters().findCounter("FileSystemCounters", counter).getCounter();
  }

  /** One of Hadoop's counters of tasks. */
  static long count(RunningJob job, String counter) throws IOException {
    Counters counters = job.getCounters();
    return counters.findCounter("org.apache.hadoop.mapred.Task$Counter", counter).getCounter();
  }
}
