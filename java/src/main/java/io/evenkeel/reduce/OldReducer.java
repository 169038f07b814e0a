package io.evenkeel.reduce;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.EvenkeelTaskAccess;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Stands where an old-API job's reducer was. Hadoop gives it no pair, so it never calls {@link
 * #reduce}; all work is done in {@link #close}, which Hadoop may call a second time after an error.
 */
public final class OldReducer<K1, V1, K2, V2> implements Reducer<K1, V1, K2, V2> {
  private JobConf job;
  private Reducer<K1, V1, K2, V2> users;
  private boolean ran;
  private boolean closed;

  @Override
  @SuppressWarnings("unchecked")
  public void configure(JobConf conf) {
    job = conf;
    ReduceWrap.restore(job);
    users = (Reducer<K1, V1, K2, V2>) ReflectionUtils.newInstance(job.getReducerClass(), job);
    ReduceWrap.OLD_FORMAT.again(job, OldOutputFormat.class);
  }

  @Override
  public void reduce(K1 key, Iterator<V1> values, OutputCollector<K2, V2> out, Reporter reporter) {
    throw new IllegalStateException("a late-bound reduce task has no input of its own");
  }

  @Override
  public void close() throws IOException {
    if (!ran) {
      ran = true;
      runGroups();
    } else if (!closed) {
      closed = true;
      users.close();
    }
  }

  private void runGroups() throws IOException {
    ReduceSession session = ReduceSession.of(job.get("mapred.task.id"));
    OldOutputFormat.Out<K2, V2> out = OldOutputFormat.out();
    Voice voice = new Voice(out.reporter());
    ReduceRun run = new ReduceRun(session, voice);
    boolean good = false;
    try {
      runPairs(run.start(), out, voice);
      closed = true;
      users.close();
      run.finish();
      good = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      if (!good) {
        run.close();
      }
    }
  }

  @SuppressWarnings("unchecked")
  private void runPairs(GroupIterator pairs, OldOutputFormat.Out<K2, V2> out, Voice voice)
      throws IOException {
    RawComparator<K1> grouping = Comparators.ofGrouping(job);
    OldValues<K1, V1> values =
        new OldValues<>(
            pairs,
            new GroupBoundary<>(grouping, pairs),
            (Class<K1>) job.getMapOutputKeyClass(),
            (Class<V1>) job.getMapOutputValueClass(),
            job,
            voice.counter(EvenkeelTaskAccess.INPUT_RECORDS));
    Counter keys = voice.counter(EvenkeelTaskAccess.INPUT_GROUPS);
    while (values.more()) {
      keys.increment(1);
      users.reduce(values.key(), values, out, out.reporter());
      values.nextKey();
      voice.progress();
    }
  }

  /** Speaks through Hadoop's own reporter. */
  private static final class Voice implements TaskVoice {
    private final Reporter reporter;

    Voice(Reporter reporter) {
      this.reporter = reporter;
    }

    @Override
    public void progress() {
      reporter.progress();
    }

    @Override
    public void status(String text) {
      reporter.setStatus("reduce > " + text);
    }

    @Override
    public Counter counter(Enum<?> name) {
      return reporter.getCounter(name);
    }

    @Override
    public Counter counter(String group, String name) {
      return reporter.getCounter(group, name);
    }

    @Override
    public Object reporter() {
      return reporter;
    }
  }
}
