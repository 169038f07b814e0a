package io.evenkeel.tools;

import java.io.IOException;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapRunnable;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.ReflectionUtils;

/** A job of the old API ({@code org.apache.hadoop.mapred}). */
final class OldSampler implements Sampler {
  private final JobConf job;
  private final InputFormat<?, ?> format;
  private final InputSplit[] splits;

  OldSampler(JobConf job) throws IOException {
    this.job = job;
    this.format = job.getInputFormat();
    this.splits = format.getSplits(job, job.getNumMapTasks());
  }

  @Override
  public int splits() {
    return splits.length;
  }

  @Override
  public void run(int split, KeyCounts counts) throws IOException {
    read(format, split, counts);
  }

  private <K, V> void read(InputFormat<K, V> input, int split, KeyCounts counts)
      throws IOException {
    JobConf conf = new JobConf(job);
    if (splits[split] instanceof FileSplit) {
      conf.set("map.input.file", ((FileSplit) splits[split]).getPath().toString());
    }
    Reporter reporter = new Silent(splits[split]);
    RecordReader<K, V> reader = input.getRecordReader(splits[split], conf, reporter);
    try {
      @SuppressWarnings("unchecked")
      MapRunnable<K, V, Object, Object> runner =
          (MapRunnable<K, V, Object, Object>)
              ReflectionUtils.newInstance(conf.getMapRunnerClass(), conf);
      OutputCollector<Object, Object> counter =
          (key, value) -> {
            if (!counts.add(key)) {
              throw new Full();
            }
          };
      runner.run(reader, counter, reporter);
    } finally {
      reader.close();
    }
  }

  /** Takes the mapper's counters and status and keeps them to itself. */
  private static final class Silent implements Reporter {
    private final InputSplit split;
    private final Counters counters = new Counters();

    Silent(InputSplit split) {
      this.split = split;
    }

    @Override
    public void setStatus(String status) {}

    @Override
    public Counters.Counter getCounter(Enum<?> name) {
      return counters.findCounter(name);
    }

    @Override
    public Counters.Counter getCounter(String group, String name) {
      return counters.findCounter(group, name);
    }

    @Override
    public void incrCounter(Enum<?> key, long amount) {
      counters.incrCounter(key, amount);
    }

    @Override
    public void incrCounter(String group, String counter, long amount) {
      counters.incrCounter(group, counter, amount);
    }

    @Override
    public InputSplit getInputSplit() {
      return split;
    }

    @Override
    public void progress() {}
  }
}
