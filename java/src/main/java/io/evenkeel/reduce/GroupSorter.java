package io.evenkeel.reduce;

import io.evenkeel.pairs.Segment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/**
 * Sorts the next group while one runs: the middle of the pipeline (Section 4.2). At most two groups
 * are in memory, the one that runs and the one that is next.
 */
final class GroupSorter extends Thread {
  private static final long PATIENCE_MILLIS = 1_000;

  private final CopyPlan plan;
  private final GroupMerger<?, ?> merger;
  private final Timeline timeline;
  private final Clock clock;
  private final boolean byKey;
  private final Semaphore room = new Semaphore(2);
  private final SynchronousQueue<SortedGroup> handover = new SynchronousQueue<>();
  private volatile Throwable failure;

  GroupSorter(
      CopyPlan plan, GroupMerger<?, ?> merger, Timeline timeline, Clock clock, boolean byKey) {
    super("evenkeel sorter");
    setDaemon(true);
    this.plan = plan;
    this.merger = merger;
    this.timeline = timeline;
    this.clock = clock;
    this.byKey = byKey;
  }

  @Override
  public void run() {
    try {
      if (byKey) {
        sortAll(plan.order());
      } else {
        for (int group : plan.order()) {
          sort(group);
        }
      }
      handover.put(SortedGroup.END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      failure = e;
    }
  }

  private void sort(int group) throws IOException, InterruptedException {
    await(group);
    List<Segment> segments = plan.take(group);
    room.acquire();
    long start = clock.millis();
    SortedGroup sorted = new SortedGroup(group, merger.merge(segments, "group-" + group));
    timeline.sorted(group, start, clock.millis());
    handover.put(sorted);
  }

  private void sortAll(int[] groups) throws IOException, InterruptedException {
    List<Segment> segments = new ArrayList<>();
    for (int group : groups) {
      await(group);
      segments.addAll(plan.take(group));
    }
    room.acquire();
    long start = clock.millis();
    SortedGroup sorted = new SortedGroup(SortedGroup.ALL, merger.merge(segments, "all"));
    for (int group : groups) {
      timeline.sorted(group, start, clock.millis());
    }
    handover.put(sorted);
  }

  private void await(int group) throws IOException, InterruptedException {
    while (!plan.awaitGroup(group, PATIENCE_MILLIS)) {
      if (isInterrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /**
   * The next group, or null if there is none within {@code millis}; after the last one, once,
   * {@link SortedGroup#END}.
   */
  SortedGroup poll(long millis) throws IOException, InterruptedException {
    SortedGroup next = handover.poll(millis, TimeUnit.MILLISECONDS);
    Throwable cause = failure;
    if (next == null && cause != null) {
      throw new IOException(cause.getMessage(), cause);
    }
    return next;
  }

  /** A group has run; its memory is free again. */
  void release() {
    room.release();
  }
}
