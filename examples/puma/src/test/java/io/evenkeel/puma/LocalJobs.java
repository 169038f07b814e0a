package io.evenkeel.puma;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** Runs jobs in this JVM, through Hadoop's LocalJobRunner, in a folder of their own. */
final class LocalJobs {
  private final Path folder;
  private int runs;

  LocalJobs(Path folder) {
    this.folder = folder;
  }

  /** Writes an input file. */
  LocalJobs input(String name, String... lines) throws IOException {
    Path in = Files.createDirectories(folder.resolve("in"));
    Files.write(in.resolve(name), Arrays.asList(lines));
    return this;
  }

  /** Where a file outside the input is written to. */
  Path side(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), Arrays.asList(lines));
  }

  /** Runs a job on the input; the lines of its output, in order. */
  List<String> run(Tool job, String... options) throws Exception {
    return runWith(job, new String[0], options);
  }

  /** The same with arguments behind the output. */
  List<String> runWith(Tool job, String[] extra, String... options) throws Exception {
    Path out = folder.resolve("out-" + runs++);
    Configuration conf = new Configuration();
    conf.set("fs.default.name", "file:///");
    conf.set("mapred.job.tracker", "local");
    // Not in the test's own folder: the runner of a job that failed may still write when the test is
    // over and that folder is deleted.
    Path work = Paths.get("target", "hadoop-tmp", folder.getFileName().toString());
    conf.set("hadoop.tmp.dir", work.toAbsolutePath().toString());
    for (String option : options) {
      int equals = option.indexOf('=');
      conf.set(option.substring(0, equals), option.substring(equals + 1));
    }
    List<String> args = new ArrayList<>();
    args.add(folder.resolve("in").toString());
    args.add(out.toString());
    args.addAll(Arrays.asList(extra));
    int code = ToolRunner.run(conf, job, args.toArray(new String[0]));
    if (code != 0) {
      throw new IOException("the job ended with " + code);
    }
    List<String> lines = new ArrayList<>();
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(out, "part-*")) {
      for (Path part : parts) {
        lines.addAll(Files.readAllLines(part));
      }
    }
    return lines;
  }
}
