package io.evenkeel.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.TokenCountMapper;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys counted with a mapper of either API, and a histogram that is full. */
class CountKeysTest {
  @TempDir Path dir;

  /** Emits every word of a line. */
  public static final class Words extends Mapper<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      for (String word : line.toString().split(" ")) {
        context.getCounter("words", "seen").increment(1);
        context.write(new Text(word), at);
      }
    }
  }

  private List<String> count(JobConf job, String... args) throws Exception {
    Path in = Files.createDirectories(dir.resolve("in"));
    Files.write(in.resolve("a"), "the cat\nthe dog\n".getBytes(StandardCharsets.UTF_8));
    Files.write(in.resolve("b"), "the end\n".getBytes(StandardCharsets.UTF_8));
    job.set("fs.default.name", "file:///");
    job.set("mapred.input.dir", in.toUri().toString());
    Path out = dir.resolve("keys");
    String[] all = new String[args.length + 2];
    System.arraycopy(args, 0, all, 0, args.length);
    all[args.length] = "--out";
    all[args.length + 1] = out.toString();
    assertEquals(0, ToolRunner.run(job, new CountKeys(), all));
    return Files.readAllLines(out).stream().sorted().collect(Collectors.toList());
  }

  @Test
  void countsWithAMapperOfTheOldApi() throws Exception {
    JobConf job = new JobConf();
    job.setMapperClass(TokenCountMapper.class);
    List<String> lines = count(job);
    assertEquals("# 3 of 3 splits, 6 pairs, 4 keys", lines.get(0));
    assertEquals(KeyCounts.HEADER, lines.get(1));
    assertTrue(lines.contains("the\t3\t144592"), lines.toString());
  }

  @Test
  void countsWithAMapperOfTheNewApi() throws Exception {
    JobConf job = new JobConf();
    job.setUseNewMapper(true);
    job.setClass("mapreduce.map.class", Words.class, Mapper.class);
    job.setClass("mapreduce.inputformat.class", TextInputFormat.class, Object.class);
    List<String> lines = count(job, "--splits", "1");
    assertTrue(lines.get(0).startsWith("# 1 of 2 splits"), lines.toString());
    assertTrue(lines.stream().anyMatch(l -> l.startsWith("the\t")), lines.toString());
  }

  @Test
  void namesFitOnALine() {
    assertEquals("a b", KeyCounts.name("a\tb"));
    assertEquals(65, KeyCounts.name(new String(new char[100]).replace('\0', 'x')).length());
  }

  @Test
  void aFullHistogramEndsTheSample() throws Exception {
    Sampler two =
        new Sampler() {
          @Override
          public int splits() {
            return 5;
          }

          @Override
          public void run(int split, KeyCounts counts) {
            if (!counts.add(split)) {
              throw new Full();
            }
          }
        };
    String remark = CountKeys.sample(two, 0, new KeyCounts(2));
    assertEquals("2 of 5 splits, 2 pairs, 2 keys; stopped there, no room for more keys", remark);
  }
}
