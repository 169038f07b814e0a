package io.evenkeel.tools;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * A histogram of a job's keys, before anyone changes the job: runs the job's own mapper in this
 * process on some splits of the job's own input, and counts what it emits. Nothing is written but
 * the histogram, for {@code evenkeel analyze}.
 */
public final class CountKeys extends Configured implements Tool {
  private static final int KEYS = 4000000;
  private static final String USAGE =
      "usage: hadoop io.evenkeel.tools.CountKeys -conf job.xml [-libjars job.jar]"
          + " [--splits N] [--out FILE]\n"
          + "  -conf job.xml     the job, e.g. its job.xml from the history folder\n"
          + "  -libjars job.jar  the job's own classes\n"
          + "  --splits N        map tasks to run, spread over the input; 0 is all (default 10)\n"
          + "  --out FILE        the histogram (default: standard output)";

  /** Created by {@link #main}. */
  public CountKeys() {}

  /** Runs with Hadoop's generic options. */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new CountKeys(), args));
  }

  @Override
  public int run(String[] args) throws IOException, InterruptedException {
    int wanted = 10;
    String file = null;
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("--splits") && i + 1 < args.length && args[i + 1].matches("\\d{1,9}")) {
        wanted = Integer.parseInt(args[++i]);
      } else if (args[i].equals("--out") && i + 1 < args.length) {
        file = args[++i];
      } else {
        System.err.println(USAGE);
        return 2;
      }
    }
    JobConf job = new JobConf(getConf());
    job.setClassLoader(Thread.currentThread().getContextClassLoader());
    Sampler sampler = job.getUseNewMapper() ? new NewSampler(job) : new OldSampler(job);
    KeyCounts counts = new KeyCounts(KEYS);
    String remark = sample(sampler, wanted, counts);
    if (file == null) {
      counts.write(System.out, remark);
    } else {
      try (PrintStream out = new PrintStream(new FileOutputStream(file), false, "UTF-8")) {
        counts.write(out, remark);
        if (out.checkError()) {
          throw new IOException("cannot write " + file);
        }
      }
    }
    System.err.println(remark);
    return 0;
  }

  /** Counts in splits spread evenly over the input; says how many there were. */
  static String sample(Sampler sampler, int wanted, KeyCounts counts)
      throws IOException, InterruptedException {
    int all = sampler.splits();
    int chosen = wanted == 0 ? all : Math.min(wanted, all);
    int done = 0;
    String why = "";
    for (; done < chosen; done++) {
      System.err.println("split " + (done + 1) + " of " + chosen + " ...");
      try {
        sampler.run((int) ((long) done * all / chosen), counts);
      } catch (Sampler.Full e) {
        why = "; stopped there, " + e.getMessage();
        break;
      }
    }
    return done
        + " of "
        + all
        + " splits, "
        + counts.pairs()
        + " pairs, "
        + counts.keys()
        + " keys"
        + why;
  }
}
