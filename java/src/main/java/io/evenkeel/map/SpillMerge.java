package io.evenkeel.map;

import io.evenkeel.pairs.LocalFile;
import io.evenkeel.pairs.Run;
import io.evenkeel.pairs.RunMerge;
import io.evenkeel.pairs.Segment;
import io.evenkeel.pairs.SegmentWriter;
import io.evenkeel.wire.GroupsRequest;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.util.Progressable;

/**
 * Merges the spills of a map into one file, partition by partition, through a window on each spill.
 * Hadoop's merge opens a file for each partition of each spill, and passes each pair through a
 * dozen streams and locks; here a pair is compared if its key is another one than before, and
 * copied.
 */
public final class SpillMerge implements Closeable {
  /** Memory for all windows together, at most. */
  private static final int WINDOWS = 4 << 20;

  /** Less of a spill is not worth a read. */
  private static final int LEAST_WINDOW = 16 << 10;

  /** After how many pairs the task says that it lives. */
  private static final int PACE = 10_000;

  private final RawComparator<?> comparator;
  private final Progressable progress;
  private final int window;
  private final List<LocalFile> spills = new ArrayList<>();
  private final SegmentWriter writer;
  private long pairs;

  /**
   * Opens the spills, and begins the file that they are merged into.
   *
   * @param local the raw local file system, which counts what is written
   * @param sortBuffer bytes of the map's output buffer, which is gone by now
   */
  public SpillMerge(
      List<Path> files,
      FileSystem local,
      Path to,
      RawComparator<?> comparator,
      long sortBuffer,
      Progressable progress)
      throws IOException {
    this.comparator = comparator;
    this.progress = progress;
    this.window = window(files.size(), sortBuffer);
    try {
      for (Path file : files) {
        spills.add(new LocalFile(file));
      }
      writer = new SegmentWriter(to, local.create(to));
    } catch (IOException e) {
      closeSpills();
      throw e;
    }
  }

  private static int window(int spills, long sortBuffer) {
    return (int) (Math.min(WINDOWS, sortBuffer / 2) / spills);
  }

  /** Whether so many spills get windows that are large enough; else they are left to Hadoop. */
  public static boolean fits(int spills, long sortBuffer) {
    return window(spills, sortBuffer) >= LEAST_WINDOW;
  }

  /** Merges one partition's segments, one of each spill in their order; where the merged one is. */
  public Segment merge(List<Segment> segments) throws IOException {
    List<Run> runs = new ArrayList<>(segments.size());
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      if (segment.rawLength > GroupsRequest.EMPTY) {
        int bytes = (int) Math.min(window, segment.partLength);
        runs.add(new Run(spills.get(i), segment, bytes));
      }
    }
    if (!runs.isEmpty()) {
      RunMerge merge = new RunMerge(runs, comparator);
      while (merge.next()) {
        writer.append(merge.top());
        if (++pairs % PACE == 0) {
          progress.progress();
        }
      }
    }
    progress.progress();
    return writer.end();
  }

  private void closeSpills() throws IOException {
    for (LocalFile spill : spills) {
      spill.close();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      writer.close();
    } finally {
      closeSpills();
    }
  }
}
