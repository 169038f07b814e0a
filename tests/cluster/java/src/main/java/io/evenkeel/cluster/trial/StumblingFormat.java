package io.evenkeel.cluster.trial;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TextOutputFormat;
import org.apache.hadoop.util.Progressable;

/**
 * Text, but the first attempt of each task fails where {@code trial.stumble} says: {@code open},
 * {@code write} or {@code close}.
 */
public final class StumblingFormat<K, V> extends TextOutputFormat<K, V> {
  private static final int WRITES = 20;

  @Override
  public RecordWriter<K, V> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) throws IOException {
    String where = Gate.attempt(job) == 0 ? job.get("trial.stumble", "") : "";
    if (where.equals("open")) {
      throw new IOException("stumbled at open");
    }
    RecordWriter<K, V> users = super.getRecordWriter(ignored, job, name, progress);
    return new RecordWriter<K, V>() {
      private int writes;

      @Override
      public void write(K key, V value) throws IOException {
        if (where.equals("write") && ++writes == WRITES) {
          throw new IOException("stumbled at write");
        }
        users.write(key, value);
      }

      @Override
      public void close(Reporter reporter) throws IOException {
        users.close(reporter);
        if (where.equals("close")) {
          throw new IOException("stumbled at close");
        }
      }
    };
  }
}
