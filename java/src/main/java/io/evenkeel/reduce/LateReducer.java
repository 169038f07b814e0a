package io.evenkeel.reduce;

import java.io.IOException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.EvenkeelTaskAccess;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.util.ReflectionUtils;

/** Stands where a new-API job's reducer was, and runs it once over all groups of the slot. */
public final class LateReducer<K1, V1, K2, V2> extends Reducer<K1, V1, K2, V2>
    implements Configurable {
  private JobConf job;
  private Reducer<K1, V1, K2, V2> users;

  @Override
  @SuppressWarnings("unchecked")
  public void setConf(Configuration conf) {
    job = (JobConf) conf;
    ReduceWrap.restore(job);
    users =
        (Reducer<K1, V1, K2, V2>)
            ReflectionUtils.newInstance(job.getClass("mapreduce.reduce.class", Reducer.class), job);
  }

  @Override
  public Configuration getConf() {
    return job;
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    ReduceSession session = ReduceSession.of(job.get("mapred.task.id"));
    Voice voice = new Voice(context);
    ReduceRun run = new ReduceRun(session, voice);
    boolean good = false;
    try {
      users.run(usersContext(context, run.start(), voice));
      run.finish();
      good = true;
    } finally {
      if (!good) {
        run.close();
      }
    }
  }

  @SuppressWarnings("unchecked")
  private Context usersContext(Context context, GroupIterator pairs, Voice voice)
      throws IOException, InterruptedException {
    RawComparator<K1> grouping = Comparators.ofGrouping(job);
    return users
    .new Context(
        job,
        context.getTaskAttemptID(),
        pairs,
        voice.counter(EvenkeelTaskAccess.INPUT_GROUPS),
        voice.counter(EvenkeelTaskAccess.INPUT_RECORDS),
        new Through<K2, V2>(context),
        context.getOutputCommitter(),
        voice,
        new GroupBoundary<K1>(grouping, pairs),
        (Class<K1>) job.getMapOutputKeyClass(),
        (Class<V1>) job.getMapOutputValueClass());
  }

  /** Writes where Hadoop's own context writes, which counts. */
  private static final class Through<K, V> extends RecordWriter<K, V> {
    private final Reducer<?, ?, K, V>.Context to;

    Through(Reducer<?, ?, K, V>.Context to) {
      this.to = to;
    }

    @Override
    public void write(K key, V value) throws IOException, InterruptedException {
      to.write(key, value);
    }

    @Override
    public void close(TaskAttemptContext context) {}
  }

  /** Speaks through Hadoop's own context. */
  private static final class Voice extends StatusReporter implements TaskVoice {
    private final Reducer<?, ?, ?, ?>.Context context;
    private final Object reporter;

    Voice(Reducer<?, ?, ?, ?>.Context context) throws IOException {
      this.context = context;
      this.reporter = EvenkeelTaskAccess.reporterOf(context);
    }

    @Override
    public void progress() {
      context.progress();
    }

    @Override
    public void status(String text) {
      context.setStatus("reduce > " + text);
    }

    @Override
    public void setStatus(String text) {
      context.setStatus(text);
    }

    @Override
    public Counter counter(Enum<?> name) {
      return context.getCounter(name);
    }

    @Override
    public Counter counter(String group, String name) {
      return context.getCounter(group, name);
    }

    @Override
    public Counter getCounter(Enum<?> name) {
      return context.getCounter(name);
    }

    @Override
    public Counter getCounter(String group, String name) {
      return context.getCounter(group, name);
    }

    @Override
    public Object reporter() {
      return reporter;
    }
  }
}
