package io.evenkeel.reduce;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.EvenkeelTaskAccess;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.OutputFormat;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.util.Progressable;

/**
 * Stands where an old-API job's output format was, to get hold of the record writer and the
 * reporter that Hadoop gives to it. Since pairs do not pass through Hadoop's own counting writer,
 * it counts.
 */
public final class OldOutputFormat<K, V> implements OutputFormat<K, V> {
  private static volatile Out<?, ?> out;

  @Override
  @SuppressWarnings("unchecked")
  public RecordWriter<K, V> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) throws IOException {
    ReduceWrap.OLD_FORMAT.restore(job);
    OutputFormat<K, V> users = (OutputFormat<K, V>) job.getOutputFormat();
    FileSystem.Statistics statistics =
        users instanceof FileOutputFormat
            ? EvenkeelTaskAccess.statistics(FileOutputFormat.getOutputPath(job), job)
            : null;
    Out<K, V> writer = new Out<>((Reporter) progress, statistics);
    writer.open(users, ignored, job, name);
    out = writer;
    return writer;
  }

  @Override
  public void checkOutputSpecs(FileSystem ignored, JobConf job) {}

  /** The writer of the task that runs. */
  @SuppressWarnings("unchecked")
  static <K, V> Out<K, V> out() {
    return (Out<K, V>) out;
  }

  /** The user's writer, counted. */
  static final class Out<K, V> implements RecordWriter<K, V>, OutputCollector<K, V> {
    private final Reporter reporter;
    private final FileSystem.Statistics statistics;
    private final Counter records;
    private final Counter bytes;
    private RecordWriter<K, V> users;

    Out(Reporter reporter, FileSystem.Statistics statistics) {
      this.reporter = reporter;
      this.statistics = statistics;
      this.records = reporter.getCounter(EvenkeelTaskAccess.OUTPUT_RECORDS);
      this.bytes = reporter.getCounter(FileOutputFormat.Counter.BYTES_WRITTEN);
    }

    private void open(OutputFormat<K, V> format, FileSystem fs, JobConf job, String name)
        throws IOException {
      long before = written();
      users = format.getRecordWriter(fs, job, name, reporter);
      bytes.increment(written() - before);
    }

    Reporter reporter() {
      return reporter;
    }

    @Override
    public void collect(K key, V value) throws IOException {
      write(key, value);
      reporter.progress();
    }

    @Override
    public void write(K key, V value) throws IOException {
      long before = written();
      users.write(key, value);
      bytes.increment(written() - before);
      records.increment(1);
    }

    @Override
    public void close(Reporter last) throws IOException {
      long before = written();
      users.close(last);
      bytes.increment(written() - before);
    }

    private long written() {
      return statistics == null ? 0 : statistics.getBytesWritten();
    }
  }
}
