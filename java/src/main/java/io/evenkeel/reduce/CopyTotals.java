package io.evenkeel.reduce;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** How much was copied, of which group, and how much of it before the last map was done. */
final class CopyTotals {
  private final AtomicLong all = new AtomicLong();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicLongArray byGroup;
  private final AtomicLongArray earlyByGroup;

  CopyTotals(int groups) {
    byGroup = new AtomicLongArray(groups);
    earlyByGroup = new AtomicLongArray(groups);
  }

  void add(int group, long bytes, boolean beforeBarrier) {
    all.addAndGet(bytes);
    byGroup.addAndGet(group, bytes);
    if (beforeBarrier) {
      earlyByGroup.addAndGet(group, bytes);
    }
  }

  void request() {
    requests.incrementAndGet();
  }

  int requests() {
    return requests.get();
  }

  long all() {
    return all.get();
  }

  /** Bytes of groups among {@code mine} that were here when the last map was done. */
  long early(int[] mine) {
    long sum = 0;
    for (int group : mine) {
      sum += earlyByGroup.get(group);
    }
    return sum;
  }

  long of(int group) {
    return byGroup.get(group);
  }

  /** Bytes of groups that are not among {@code mine}. */
  long inVain(int[] mine) {
    long rest = all.get();
    for (int group : mine) {
      rest -= byGroup.get(group);
    }
    return rest;
  }
}
