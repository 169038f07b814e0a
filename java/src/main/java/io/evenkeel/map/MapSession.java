package io.evenkeel.map;

import io.evenkeel.EvenkeelPartitioner;
import io.evenkeel.wire.HeavyKey;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.MapIndex;
import io.evenkeel.wire.Report;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.mapred.EvenkeelSeal;
import org.apache.hadoop.mapred.JobConf;

/**
 * The map task that runs in this JVM: what the hook decided before the task built its parts, what
 * the Partitioner counted, and the report made of it (Section 4 of the paper, step 1). One at a
 * time; a reused JVM starts a new one with each task.
 */
public final class MapSession {
  private static volatile MapSession current;

  private final String attempt;
  private final JobParams params;
  private final long[] loads;
  private final HeavyKeys heavy;
  private volatile boolean bound;
  private MapIndex index;

  private MapSession(String attempt, JobParams params) {
    this.attempt = attempt;
    this.params = params;
    boolean late = params.lateBinding();
    this.loads = late ? new long[params.groups()] : new long[0];
    boolean named = late && params.heavyKeys() > 0 && params.delegate().isEmpty();
    this.heavy = named ? new HeavyKeys(params.groups()) : null;
  }

  /** Starts the session of a task. A late-bound one writes m empty partitions and n groups. */
  public static MapSession begin(JobConf job, JobParams params) {
    MapSession session = new MapSession(job.get("mapred.task.id"), params);
    if (params.lateBinding()) {
      job.setNumReduceTasks(params.slots() + params.groups());
      if (!job.getUseNewMapper()) {
        OldMapRunner.install(job);
      }
      if (params.sort().equals("prefix")) {
        PrefixSort.install(job);
        SpillCodec.install(job);
        PairSerialization.install(job);
      }
    }
    current = session;
    return session;
  }

  /** Ends whatever ran before in this JVM. */
  public static void end() {
    current = null;
  }

  /** The session of an attempt, or null if the hook did not run in it. */
  public static MapSession of(String attempt) {
    MapSession session = current;
    return session != null && session.attempt.equals(attempt) ? session : null;
  }

  /** The job's parameters. */
  public JobParams params() {
    return params;
  }

  /** Where the Partitioner counts. */
  public long[] loads() {
    return loads;
  }

  /** Where the Partitioner counts keys, or null if it need not. */
  public HeavyKeys heavyKeys() {
    return heavy;
  }

  /**
   * Called once Hadoop's output buffer exists: from now on the job has the sort, the codec and the
   * serializations that it named, for all who ask.
   */
  static void buffered(JobConf job) {
    PrefixSort.uninstall(job);
    SpillCodec.uninstall(job);
    PairSerialization.uninstall(job);
  }

  /** Called once the Partitioner exists: from now on the job also has m reducers again. */
  public void bind(JobConf job) {
    bound = true;
    buffered(job);
    job.setNumReduceTasks(params.slots());
  }

  /**
   * The map's output is final: what no late-bound reducer reads is sealed, so that no other reducer
   * can take it for all there is.
   */
  public void seal(JobConf job) throws IOException {
    if (!params.lateBinding()) {
      return;
    }
    if (!bound) {
      throw new IOException("the job's Partitioner is not " + EvenkeelPartitioner.class.getName());
    }
    index = EvenkeelSeal.close(job, params.slots());
  }

  /** The report on this map's sealed output, or null if there is nothing to say. */
  public byte[] report(byte[] statistics) throws IOException {
    if (!params.lateBinding()) {
      return null;
    }
    if (index.size() != params.slots() + params.groups()) {
      throw new IOException("map output of " + index.size() + " partitions");
    }
    List<HeavyKey> keys =
        heavy == null
            ? Collections.<HeavyKey>emptyList()
            : heavy.heaviest(params.heavyKeys(), loads);
    return new Report(loads, index.lengths(params.slots()), keys, statistics).encode();
  }
}
