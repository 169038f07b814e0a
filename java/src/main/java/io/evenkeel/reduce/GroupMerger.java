package io.evenkeel.reduce;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.EvenkeelMerge;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.TaskAttemptID;

/**
 * Makes one sorted sequence of the segments of a group. A group within the budget is merged in
 * memory; a larger one from disk, where many segments are first merged into fewer runs.
 */
final class GroupMerger<K, V> implements Closeable {
  private static final LocalDirAllocator DISKS = new LocalDirAllocator("mapred.local.dir");
  private static final Comparator<Segment> BY_PLACE =
      Comparator.<Segment, String>comparing(s -> s.file.toString())
          .thenComparingLong(s -> s.offset);

  /** Every segment within the budget is one array. */
  private static final long MOST_BYTES = 1L << 30;

  /** Heap that a segment in memory costs besides its pairs. */
  private static final int SEGMENT_BYTES = 512;

  private final JobConf job;
  private final EvenkeelMerge<K, V> merge;
  private final TaskAttemptID attempt;
  private final long budget;
  private final FileSystem local;
  private final Map<Path, FSDataInputStream> open = new HashMap<>();
  private int runs;

  GroupMerger(JobConf job, EvenkeelMerge<K, V> merge, TaskAttemptID attempt, long budget)
      throws IOException {
    this.job = job;
    this.merge = merge;
    this.attempt = attempt;
    this.budget = Math.min(budget, MOST_BYTES);
    this.local = FileSystem.getLocal(job).getRaw();
  }

  /** Merges; {@code name} is unique among the merges of this task. */
  RawKeyValueIterator merge(List<Segment> segments, String name) throws IOException {
    List<Segment> inPlace = new ArrayList<>(segments);
    inPlace.sort(BY_PLACE);
    EvenkeelMerge.Sources<K, V> sources = new EvenkeelMerge.Sources<>();
    if (cost(inPlace) <= budget) {
      load(sources, inPlace);
    } else if (inPlace.size() <= job.getInt("io.sort.factor", 100)) {
      for (Segment segment : inPlace) {
        merge.add(sources, segment.file, segment.offset, segment.partLength, true);
      }
    } else {
      writeRuns(sources, inPlace, name);
    }
    return merge.merge(sources, new Path("evenkeel-" + name));
  }

  private void writeRuns(EvenkeelMerge.Sources<K, V> sources, List<Segment> segments, String name)
      throws IOException {
    List<Segment> some = new ArrayList<>();
    long bytes = 0;
    for (Segment segment : segments) {
      if (cost(segment) > budget) {
        merge.add(sources, segment.file, segment.offset, segment.partLength, true);
        continue;
      }
      if (bytes + cost(segment) > budget) {
        writeRun(sources, some, name);
        some.clear();
        bytes = 0;
      }
      some.add(segment);
      bytes += cost(segment);
    }
    if (!some.isEmpty()) {
      writeRun(sources, some, name);
    }
  }

  private void writeRun(EvenkeelMerge.Sources<K, V> sources, List<Segment> segments, String name)
      throws IOException {
    EvenkeelMerge.Sources<K, V> memory = new EvenkeelMerge.Sources<>();
    load(memory, segments);
    Path file =
        DISKS.getLocalPathForWrite(
            "output/evenkeel-run-" + runs++, Math.max(1 << 20, cost(segments)), job);
    RawKeyValueIterator run = merge.merge(memory, new Path("evenkeel-" + name));
    merge.add(sources, file, 0, merge.write(run, file), false);
  }

  private void load(EvenkeelMerge.Sources<K, V> sources, List<Segment> segments)
      throws IOException {
    for (Segment segment : segments) {
      FSDataInputStream in = open.get(segment.file);
      if (in == null) {
        in = local.open(segment.file);
        open.put(segment.file, in);
      }
      byte[] part = new byte[(int) segment.partLength];
      in.readFully(segment.offset, part);
      merge.add(sources, attempt, part, (int) segment.rawLength);
    }
  }

  private static long cost(List<Segment> segments) {
    long sum = 0;
    for (Segment segment : segments) {
      sum += cost(segment);
    }
    return sum;
  }

  private static long cost(Segment segment) {
    return segment.rawLength + SEGMENT_BYTES;
  }

  @Override
  public void close() throws IOException {
    for (FSDataInputStream in : open.values()) {
      in.close();
    }
    open.clear();
  }
}
