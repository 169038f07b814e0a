package io.evenkeel.reduce;

import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;

/**
 * The job's comparators, safe for a pipeline: while one group runs, the next is sorted by another
 * thread, and Hadoop's comparators may hold the keys they compare in fields of their own. Each call
 * gives a comparator that no other thread uses; one that Hadoop shares between all who ask is
 * locked.
 */
public final class Comparators {
  private Comparators() {}

  /** Orders map output keys; for one merge. */
  @SuppressWarnings("unchecked")
  public static <K> RawComparator<K> ofKeys(JobConf job) {
    return confined(
        (RawComparator<K>) job.getOutputKeyComparator(),
        (RawComparator<K>) job.getOutputKeyComparator());
  }

  /** Tells whether two keys go to the same call of the reducer; for one reducer. */
  @SuppressWarnings("unchecked")
  static <K> RawComparator<K> ofGrouping(JobConf job) {
    return confined(
        (RawComparator<K>) job.getOutputValueGroupingComparator(),
        (RawComparator<K>) job.getOutputValueGroupingComparator());
  }

  /** The same object twice is one that is registered for the key's class, and shared. */
  private static <K> RawComparator<K> confined(RawComparator<K> one, RawComparator<K> again) {
    return one != again || isStateless(one.getClass()) ? one : new Locked<>(one);
  }

  /** Hadoop's own registered comparators look at bytes alone. */
  private static boolean isStateless(Class<?> type) {
    return type.getName().startsWith("org.apache.hadoop.io.") && type != WritableComparator.class;
  }

  /** One thread at a time; all wrappers of one comparator share its lock. */
  private static final class Locked<K> implements RawComparator<K> {
    private final RawComparator<K> shared;

    Locked(RawComparator<K> shared) {
      this.shared = shared;
    }

    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      synchronized (shared) {
        return shared.compare(b1, s1, l1, b2, s2, l2);
      }
    }

    @Override
    public int compare(K one, K two) {
      synchronized (shared) {
        return shared.compare(one, two);
      }
    }
  }
}
