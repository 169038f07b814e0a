package io.evenkeel.map;

import io.evenkeel.Config;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * A job's own partitioner of either API, asked for one of n groups instead of one of m reducers.
 */
public final class Delegate<K, V> {
  private final Partitioner<K, V> newer;
  private final org.apache.hadoop.mapred.Partitioner<K, V> older;
  private final int groups;

  private Delegate(
      Partitioner<K, V> newer, org.apache.hadoop.mapred.Partitioner<K, V> older, int groups) {
    this.newer = newer;
    this.older = older;
    this.groups = groups;
  }

  /** Builds the partitioner named {@code name}. */
  @SuppressWarnings("unchecked")
  public static <K, V> Delegate<K, V> of(String name, JobConf job, int groups) {
    Class<?> type;
    try {
      type = job.getClassByName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException("evenkeel.partitioner.delegate=" + name + " not found", e);
    }
    refuseTotalOrder(type);
    Object partitioner = ReflectionUtils.newInstance(type, job);
    if (partitioner instanceof Partitioner) {
      return new Delegate<>((Partitioner<K, V>) partitioner, null, groups);
    }
    if (partitioner instanceof org.apache.hadoop.mapred.Partitioner) {
      return new Delegate<>(null, (org.apache.hadoop.mapred.Partitioner<K, V>) partitioner, groups);
    }
    throw new IllegalArgumentException(
        "evenkeel.partitioner.delegate=" + name + " is not a Partitioner");
  }

  /** The group of a pair. */
  public int group(K key, V value) {
    return oneOf(groups, key, value);
  }

  /** The partition of a pair in a job without late binding: one of {@code parts}. */
  public int oneOf(int parts, K key, V value) {
    int group =
        newer != null
            ? newer.getPartition(key, value, parts)
            : older.getPartition(key, value, parts);
    if (group < 0 || group >= parts) {
      throw new IllegalStateException(
          (newer != null ? newer : older).getClass().getName()
              + " chose "
              + group
              + " of "
              + parts
              + " for the key "
              + key);
    }
    return group;
  }

  /** The JobTracker refuses Hadoop's own; it cannot load a job's class to see what that extends. */
  private static void refuseTotalOrder(Class<?> type) {
    for (Class<?> t = type; t != null; t = t.getSuperclass()) {
      if (t.getSimpleName().equals("TotalOrderPartitioner")) {
        throw new IllegalArgumentException(Config.noTotalOrder(type.getName()));
      }
    }
  }
}
