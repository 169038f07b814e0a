package io.evenkeel.reduce;

import org.apache.hadoop.mapred.RawKeyValueIterator;

/** A group that is ready to run; in key order, all groups of the slot as one. */
final class SortedGroup {
  /** Stands for all groups of the slot. */
  static final int ALL = -1;

  /** Comes after the last one. */
  static final SortedGroup END = new SortedGroup(ALL, null);

  final int group;
  final RawKeyValueIterator pairs;

  SortedGroup(int group, RawKeyValueIterator pairs) {
    this.group = group;
    this.pairs = pairs;
  }
}
