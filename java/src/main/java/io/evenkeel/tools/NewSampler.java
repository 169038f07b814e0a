package io.evenkeel.tools;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.util.ReflectionUtils;

/** A job of the new API ({@code org.apache.hadoop.mapreduce}). */
final class NewSampler implements Sampler {
  private final JobConf conf;
  private final JobContext job;
  private final InputFormat<?, ?> format;
  private final List<InputSplit> splits;

  NewSampler(JobConf conf) throws IOException, InterruptedException {
    this.conf = conf;
    this.job = new JobContext(conf, new JobID("count", 1));
    try {
      this.format = ReflectionUtils.newInstance(job.getInputFormatClass(), conf);
    } catch (ClassNotFoundException e) {
      throw new IOException("the job's input format is not on the class path: " + e.getMessage());
    }
    this.splits = format.getSplits(job);
  }

  @Override
  public int splits() {
    return splits.size();
  }

  @Override
  public void run(int split, KeyCounts counts) throws IOException, InterruptedException {
    Mapper<?, ?, ?, ?> mapper;
    try {
      mapper = ReflectionUtils.newInstance(job.getMapperClass(), conf);
    } catch (ClassNotFoundException e) {
      throw new IOException("the job's mapper is not on the class path: " + e.getMessage());
    }
    TaskAttemptID id = new TaskAttemptID("count", 1, true, split, 0);
    RecordReader<?, ?> reader =
        format.createRecordReader(splits.get(split), new TaskAttemptContext(conf, id));
    try {
      map(mapper, reader, splits.get(split), id, counts);
    } finally {
      reader.close();
    }
  }

  /** Mapper and reader fit by the job's configuration; no compiler can know. */
  @SuppressWarnings("unchecked")
  private void map(
      Mapper<?, ?, ?, ?> any,
      RecordReader<?, ?> reader,
      InputSplit split,
      TaskAttemptID id,
      KeyCounts counts)
      throws IOException, InterruptedException {
    Mapper<Object, Object, Object, Object> mapper = (Mapper<Object, Object, Object, Object>) any;
    Mapper<Object, Object, Object, Object>.Context context =
        mapper
        .new Context(
            conf,
            id,
            (RecordReader<Object, Object>) reader,
            new CountingWriter(counts),
            null,
            new Silent(),
            split);
    reader.initialize(split, context);
    mapper.run(context);
  }

  private static final class CountingWriter extends RecordWriter<Object, Object> {
    private final KeyCounts counts;

    CountingWriter(KeyCounts counts) {
      this.counts = counts;
    }

    @Override
    public void write(Object key, Object value) {
      if (!counts.add(key)) {
        throw new Full();
      }
    }

    @Override
    public void close(TaskAttemptContext context) {}
  }

  /** Takes the mapper's counters and status and keeps them to itself. */
  private static final class Silent extends StatusReporter {
    private final Counters counters = new Counters();

    @Override
    public Counter getCounter(Enum<?> name) {
      return counters.findCounter(name);
    }

    @Override
    public Counter getCounter(String group, String name) {
      return counters.findCounter(group, name);
    }

    @Override
    public void progress() {}

    @Override
    public void setStatus(String status) {}
  }
}
