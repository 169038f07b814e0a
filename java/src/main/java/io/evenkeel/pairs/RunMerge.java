package io.evenkeel.pairs;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.util.Progress;

/**
 * One sorted sequence of several (Section 4.2, sort, and a map's spills): a heap of runs by their
 * next keys. Pairs of one key stand behind each other in a run; as long as the key stays the same,
 * none is compared.
 */
public final class RunMerge implements RawKeyValueIterator {
  private final RawComparator<?> comparator;
  private final DataInputBuffer key = new DataInputBuffer();
  private final DataInputBuffer value = new DataInputBuffer();
  private final Progress progress = new Progress();
  private final long total;
  private final Closeable end;
  private Run[] heap;
  private int size;
  private long passed;
  private boolean started;
  private boolean repeats;

  /** Merges runs whose progress nobody asks for. */
  public RunMerge(List<Run> runs, RawComparator<?> comparator) throws IOException {
    this(runs, comparator, 0, null);
  }

  /**
   * Merges runs of {@code total} bytes together; {@code end}, if there is one, is closed with it.
   */
  public RunMerge(List<Run> runs, RawComparator<?> comparator, long total, Closeable end)
      throws IOException {
    this.comparator = comparator;
    this.total = total;
    this.end = end;
    this.heap = new Run[runs.size()];
    for (Run run : runs) {
      if (run.next()) {
        heap[size++] = run;
      }
    }
    for (int i = size / 2 - 1; i >= 0; i--) {
      sink(i);
    }
  }

  @Override
  public boolean next() throws IOException {
    if (!started) {
      started = true;
    } else if (size > 0) {
      advance();
    }
    if (size == 0) {
      return false;
    }
    passed += heap[0].keyLength + heap[0].valueLength;
    return true;
  }

  private void advance() throws IOException {
    Run top = heap[0];
    byte[] data = top.data;
    int start = top.keyStart;
    int length = top.keyLength;
    int refilled = top.refilled;
    boolean more = top.next();
    boolean kept = top.refilled == refilled;
    repeats = more && kept && top.hasKey(data, start, length);
    if (repeats) {
      return;
    }
    if (!more) {
      heap[0] = heap[--size];
      heap[size] = null;
    }
    if (size > 0) {
      sink(0);
      repeats = kept && heap[0].hasKey(data, start, length);
    }
  }

  /** Whether the key has the same bytes as the one before; false also where that is not known. */
  public boolean repeats() {
    return repeats;
  }

  /** The run whose pair is the current one. */
  public Run top() {
    return heap[0];
  }

  private void sink(int from) {
    Run run = heap[from];
    int at = from;
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && compare(heap[child + 1], heap[child]) < 0) {
        child++;
      }
      if (compare(heap[child], run) >= 0) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = run;
  }

  private int compare(Run a, Run b) {
    return comparator.compare(a.data, a.keyStart, a.keyLength, b.data, b.keyStart, b.keyLength);
  }

  @Override
  public DataInputBuffer getKey() {
    Run top = heap[0];
    key.reset(top.data, top.keyStart, top.keyLength);
    return key;
  }

  @Override
  public DataInputBuffer getValue() {
    Run top = heap[0];
    value.reset(top.data, top.valueStart, top.valueLength);
    return value;
  }

  @Override
  public Progress getProgress() {
    progress.set(total == 0 ? 1 : (float) passed / total);
    return progress;
  }

  @Override
  public void close() throws IOException {
    heap = new Run[0];
    size = 0;
    if (end != null) {
      end.close();
    }
  }
}
