package io.evenkeel.reduce;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** How much was copied, of which group, and how much of it before the last map was done. */
final class CopyTotals {
  private final AtomicLong all = new AtomicLong();
  private final AtomicLong early = new AtomicLong();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicLongArray byGroup;

  CopyTotals(int groups) {
    byGroup = new AtomicLongArray(groups);
  }

  void add(int group, long bytes, boolean beforeBarrier) {
    all.addAndGet(bytes);
    byGroup.addAndGet(group, bytes);
    if (beforeBarrier) {
      early.addAndGet(bytes);
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

  long early() {
    return early.get();
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
