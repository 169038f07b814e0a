package io.evenkeel;

import io.evenkeel.map.Delegate;
import io.evenkeel.map.GroupHash;
import io.evenkeel.map.HeavyKeys;
import io.evenkeel.map.MapSession;
import io.evenkeel.task.Node;
import io.evenkeel.wire.JobParams;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * The one class a job names to be balanced: {@code mapred.partitioner.class} in the old API, {@code
 * mapreduce.partitioner.class} in the new one.
 *
 * <p>In a late-bound job it sends a pair to one of n operation groups (Section 4.1 of the paper)
 * and counts it there (Section 4, step 1); which reducer gets a group is decided when the maps are
 * done. Where late binding is off for the job (one reducer, the local job runner, record skipping),
 * it is the job's delegate, or Hadoop's hash partitioner.
 */
public final class EvenkeelPartitioner<K, V> extends Partitioner<K, V>
    implements org.apache.hadoop.mapred.Partitioner<K, V> {
  private static final Log LOG = LogFactory.getLog(EvenkeelPartitioner.class);

  private int slots;
  private int groups;
  private boolean spread;
  private Delegate<K, V> delegate;
  private LoadFunction<K, V> load;
  private long[] loads;
  private HeavyKeys heavy;
  private boolean asItComes;

  @Override
  public void configure(JobConf job) {
    MapSession session = MapSession.of(job.get("mapred.task.id"));
    if (session == null) {
      mayBeOff(job);
      return;
    }
    JobParams params = session.params();
    if (!params.lateBinding()) {
      LOG.info("Evenkeel: late binding is off for this job: " + params.reason());
      if (!params.delegate().isEmpty() && job.getNumReduceTasks() > 1) {
        delegate = Delegate.of(params.delegate(), job, job.getNumReduceTasks());
      }
      return;
    }
    slots = params.slots();
    groups = params.groups();
    spread = "spread".equals(params.hash());
    loads = session.loads();
    heavy = session.heavyKeys();
    session.bind(job);
    if (!params.delegate().isEmpty()) {
      delegate = Delegate.of(params.delegate(), job, groups);
    }
    if ("custom".equals(params.load())) {
      load = loadFunction(params.loadClass(), job);
    }
    asItComes = spread && delegate == null && load == null && heavy != null;
    LOG.info("Evenkeel: " + groups + " groups for " + slots + " reducers");
  }

  @Override
  public int getPartition(K key, V value, int numPartitions) {
    if (asItComes && numPartitions == slots + groups) {
      int hash = key.hashCode();
      int group = GroupHash.spread(hash, groups);
      loads[group]++;
      heavy.add(group, hash, key);
      return slots + group;
    }
    return anyPartition(key, value, numPartitions);
  }

  /** The same for whatever a job may have set. */
  private int anyPartition(K key, V value, int numPartitions) {
    if (groups == 0 && delegate != null) {
      return delegate.oneOf(numPartitions, key, value);
    }
    if (groups == 0) {
      return (key.hashCode() & Integer.MAX_VALUE) % numPartitions;
    }
    if (numPartitions != slots + groups) {
      throw new IllegalStateException(
          "asked for one of "
              + numPartitions
              + " partitions, but this job has "
              + groups
              + " groups whose reducers are chosen only when the maps are done");
    }
    int group;
    int hash = 0;
    if (delegate == null) {
      hash = key.hashCode();
      group = spread ? GroupHash.spread(hash, groups) : GroupHash.plain(hash, groups);
    } else {
      group = delegate.group(key, value);
    }
    long weight = load == null ? 1 : weigh(key, value);
    loads[group] += weight;
    if (loads[group] < 0) {
      loads[group] = Long.MAX_VALUE;
    }
    if (heavy != null) {
      heavy.add(group, hash, weight, key);
    }
    return slots + group;
  }

  private long weigh(K key, V value) {
    long weight = load.load(key, value);
    if (weight < 0) {
      throw new IllegalArgumentException(
          load.getClass().getName() + " gave the load " + weight + "; it must be at least 0");
    }
    return weight;
  }

  @SuppressWarnings("unchecked")
  private LoadFunction<K, V> loadFunction(String name, JobConf job) {
    try {
      Class<?> type = job.getClassByName(name);
      return (LoadFunction<K, V>)
          ReflectionUtils.newInstance(type.asSubclass(LoadFunction.class), job);
    } catch (ClassNotFoundException | ClassCastException e) {
      throw new IllegalArgumentException(
          "evenkeel.load.class=" + name + " is not a " + LoadFunction.class.getName(), e);
    }
  }

  /** Safety rule 2: without the hook nobody knows how the rest of the job partitions. */
  private static void mayBeOff(JobConf job) {
    if ("local".equals(job.get("mapred.job.tracker", "local"))) {
      LOG.info("Evenkeel: late binding is off: the local job runner runs this job");
      return;
    }
    if (job.getNumReduceTasks() <= 1) {
      LOG.info("Evenkeel: late binding is off: the job has one reducer");
      return;
    }
    throw new IllegalStateException(
        "Evenkeel's task hook did not run in this task on node "
            + Node.name()
            + ". Cure: "
            + Config.TASK_HOOK_CURE);
  }
}
