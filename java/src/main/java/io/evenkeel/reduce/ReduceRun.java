package io.evenkeel.reduce;

import io.evenkeel.task.Node;
import io.evenkeel.wire.Table;
import java.io.IOException;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.EvenkeelMerge;
import org.apache.hadoop.mapred.EvenkeelTaskAccess;

/**
 * The run phase of a reduce task, the same for both APIs: groups in, counters and a timeline out.
 */
final class ReduceRun implements GroupIterator.Listener {
  private static final double DEFAULT_SHARE = 0.10;

  private final ReduceSession session;
  private final TaskVoice voice;
  private GroupSorter sorter;
  private GroupMerger<Object, Object> merger;
  private GroupIterator pairs;
  private int[] order = new int[0];
  private double total;
  private double done;
  private long records;
  private long counted;

  ReduceRun(ReduceSession session, TaskVoice voice) {
    this.session = session;
    this.voice = voice;
  }

  /** Waits for the table and starts the pipeline. */
  GroupIterator start() throws IOException, InterruptedException {
    session.reportTo(voice.reporter());
    voice.status("Evenkeel: waiting for the table");
    session.awaitTable(this::waiting);
    Table table = session.plan.table();
    order = session.plan.order();
    for (int group : order) {
      total += weight(table, group);
    }
    voice.status("Evenkeel: copying and running " + order.length + " groups");
    Counters.Counter spilled = (Counters.Counter) voice.counter(EvenkeelTaskAccess.SPILLED_RECORDS);
    boolean byKey = session.byKey();
    merger =
        new GroupMerger<>(
            session.job,
            new EvenkeelMerge<Object, Object>(session.job, voice::progress, spilled),
            budget() / (byKey ? 1 : 2));
    sorter = new GroupSorter(session.plan, merger, session.timeline, session.clock, byKey);
    sorter.start();
    pairs = new GroupIterator(sorter, this, session.clock);
    return pairs;
  }

  /**
   * Heap for groups that run or are next. Small: a reducer that needs most of its heap under stock
   * Hadoop must still have it. Whoever lets Hadoop keep map output on the heap lets us as well.
   */
  private long budget() {
    double share =
        Math.max(DEFAULT_SHARE, session.job.getFloat("mapred.job.reduce.input.buffer.percent", 0));
    return (long) (Runtime.getRuntime().maxMemory() * Math.min(share, 0.9));
  }

  private static double weight(Table table, int group) {
    return 1 + Binding.load(table.order(group));
  }

  @Override
  public void waiting() {
    countBytes();
    voice.progress();
  }

  @Override
  public void alive() {
    voice.progress();
  }

  @Override
  public void running(int group, float part) throws IOException {
    double now = group == SortedGroup.ALL ? total * part : weightOf(group) * part;
    EvenkeelTaskAccess.progress(
        voice.reporter(), total == 0 ? 0 : (float) Math.min(1, (done + now) / total));
  }

  @Override
  public void ran(int group, long start, long end, long count) throws IOException {
    records += count;
    session.timeline.processed(count);
    countBytes();
    if (group == SortedGroup.ALL) {
      for (int g : order) {
        session.timeline.ran(g, start, end, 0);
      }
      done = total;
    } else {
      session.timeline.ran(group, start, end, count);
      done += weightOf(group);
    }
  }

  private double weightOf(int group) {
    return weight(session.plan.table(), group);
  }

  private void countBytes() {
    long all = session.totals.all();
    voice.counter(EvenkeelTaskAccess.SHUFFLE_BYTES).increment(all - counted);
    counted = all;
  }

  /** The user's reducer is through: the last counters, then the timeline to the JobTracker. */
  void finish() throws IOException {
    countBytes();
    voice.counter(EvenkeelTaskAccess.SPILLED_RECORDS).increment(records);
    OurCounters.count(voice, session, order);
    byte[] json =
        session.timeline.json(session.slot, session.attempt, Node.name(), order, session.totals);
    voice.progress();
    session.line.reduced(session.slot, session.attempt, json);
    close();
  }

  /** Also after an error. */
  void close() throws IOException {
    if (sorter != null) {
      sorter.interrupt();
    }
    if (merger != null) {
      merger.close();
    }
    session.close();
  }
}
