package io.evenkeel.reduce;

import org.apache.hadoop.io.RawComparator;

/**
 * The job's grouping comparator, except that keys of two groups are never the same, as keys of two
 * partitions never are.
 */
final class GroupBoundary<K> implements RawComparator<K> {
  private final RawComparator<K> grouping;
  private final GroupIterator pairs;

  GroupBoundary(RawComparator<K> grouping, GroupIterator pairs) {
    this.grouping = grouping;
    this.pairs = pairs;
  }

  @Override
  public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
    return pairs.crossed() ? -1 : grouping.compare(b1, s1, l1, b2, s2, l2);
  }

  @Override
  public int compare(K a, K b) {
    return pairs.crossed() ? -1 : grouping.compare(a, b);
  }
}
