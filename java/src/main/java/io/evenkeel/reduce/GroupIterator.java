package io.evenkeel.reduce;

import io.evenkeel.pairs.RunMerge;
import java.io.IOException;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.util.Progress;

/**
 * The last stage of the pipeline (Section 4.2): the pairs of group after group, as the one sequence
 * that a reducer is given.
 */
final class GroupIterator implements RawKeyValueIterator {
  private static final long PATIENCE_MILLIS = 500;
  private static final int PAIRS_PER_PROGRESS = 1 << 10;

  /** Hears how far the reducer is. */
  interface Listener {
    /** Nothing is ready, but the task lives. */
    void waiting() throws IOException;

    /** A pair is asked for; called for each, so it must be cheap. */
    void alive();

    /** A part of this group has run. */
    void running(int group, float part) throws IOException;

    /** A group has run. */
    void ran(int group, long start, long end, long pairs) throws IOException;
  }

  private final GroupSorter sorter;
  private final Listener listener;
  private final Clock clock;
  private final Progress progress = new Progress();
  private SortedGroup current;
  private RunMerge merge;
  private long start;
  private long pairs;
  private boolean crossed;
  private boolean ended;

  GroupIterator(GroupSorter sorter, Listener listener, Clock clock) {
    this.sorter = sorter;
    this.listener = listener;
    this.clock = clock;
  }

  @Override
  public boolean next() throws IOException {
    crossed = false;
    // A reducer may take minutes for a pair: without a word at each, Hadoop would end the task.
    // Also where there is no next one: readers are a pair ahead, and work on the last.
    listener.alive();
    while (true) {
      if (current == null) {
        current = take();
        if (current == null) {
          return false;
        }
        crossed = true;
        merge = current.pairs instanceof RunMerge ? (RunMerge) current.pairs : null;
        start = clock.millis();
        pairs = 0;
        listener.running(current.group, 0);
      }
      if (current.pairs.next()) {
        if (++pairs % PAIRS_PER_PROGRESS == 0) {
          listener.running(current.group, current.pairs.getProgress().get());
        }
        return true;
      }
      finish();
    }
  }

  /** Whether the last {@link #next} came to another group: its key begins a new reduce call. */
  boolean crossed() {
    return crossed;
  }

  /** Whether the key has the same bytes as the one before; false also where that is not known. */
  boolean repeats() {
    return !crossed && merge != null && merge.repeats();
  }

  private SortedGroup take() throws IOException {
    try {
      while (!ended) {
        SortedGroup next = sorter.poll(PATIENCE_MILLIS);
        if (next != null) {
          ended = next == SortedGroup.END;
          return ended ? null : next;
        }
        listener.waiting();
      }
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void finish() throws IOException {
    SortedGroup done = current;
    current = null;
    merge = null;
    done.pairs.close();
    sorter.release();
    listener.ran(done.group, start, clock.millis(), pairs);
  }

  @Override
  public DataInputBuffer getKey() throws IOException {
    return current.pairs.getKey();
  }

  @Override
  public DataInputBuffer getValue() throws IOException {
    return current.pairs.getValue();
  }

  @Override
  public Progress getProgress() {
    return progress;
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.pairs.close();
      current = null;
    }
  }
}
