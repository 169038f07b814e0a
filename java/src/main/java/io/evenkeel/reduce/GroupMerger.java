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

/**
 * Makes one sorted sequence of the segments of a group. A group within the budget is merged in
 * memory; a larger one from disk, through a window for each segment as long as they are few enough.
 * Many segments are first merged into fewer files, and compressed ones are left to Hadoop.
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

  /** Less of a segment is not worth a read. */
  private static final int LEAST_WINDOW = 16 << 10;

  private final JobConf job;
  private final EvenkeelMerge<K, V> merge;
  private final long budget;
  private final FileSystem local;
  private final Map<Path, FSDataInputStream> open = new HashMap<>();
  private int files;

  GroupMerger(JobConf job, EvenkeelMerge<K, V> merge, long budget) throws IOException {
    this.job = job;
    this.merge = merge;
    this.budget = Math.min(budget, MOST_BYTES);
    this.local = FileSystem.getLocal(job).getRaw();
  }

  /** Merges; {@code name} is unique among the merges of this task. */
  RawKeyValueIterator merge(List<Segment> segments, String name) throws IOException {
    List<Segment> inPlace = new ArrayList<>(segments);
    inPlace.sort(BY_PLACE);
    if (cost(inPlace) <= budget) {
      return load(inPlace);
    }
    if (!merge.isCompressed() && inPlace.size() * (long) LEAST_WINDOW <= budget) {
      return stream(inPlace);
    }
    EvenkeelMerge.Sources<K, V> sources = new EvenkeelMerge.Sources<>();
    if (inPlace.size() <= job.getInt("io.sort.factor", 100)) {
      for (Segment segment : inPlace) {
        merge.add(sources, segment.file, segment.offset, segment.partLength, true);
      }
    } else {
      writeRuns(sources, inPlace);
    }
    return merge.merge(sources, new Path("evenkeel-" + name));
  }

  private void writeRuns(EvenkeelMerge.Sources<K, V> sources, List<Segment> segments)
      throws IOException {
    List<Segment> some = new ArrayList<>();
    long bytes = 0;
    for (Segment segment : segments) {
      if (cost(segment) > budget) {
        merge.add(sources, segment.file, segment.offset, segment.partLength, true);
        continue;
      }
      if (bytes + cost(segment) > budget) {
        writeRun(sources, some);
        some.clear();
        bytes = 0;
      }
      some.add(segment);
      bytes += cost(segment);
    }
    if (!some.isEmpty()) {
      writeRun(sources, some);
    }
  }

  private void writeRun(EvenkeelMerge.Sources<K, V> sources, List<Segment> segments)
      throws IOException {
    Path file =
        DISKS.getLocalPathForWrite(
            "output/evenkeel-run-" + files++, Math.max(1 << 20, cost(segments)), job);
    merge.add(sources, file, 0, merge.write(load(segments), file), false);
  }

  /** Merges segments that are in memory from now on. */
  private RunMerge load(List<Segment> segments) throws IOException {
    List<Run> all = new ArrayList<>();
    for (Segment segment : segments) {
      byte[] part = new byte[(int) segment.partLength];
      open(segment).readFully(segment.offset, part);
      all.add(new Run(merge.pairs(part, (int) segment.rawLength), (int) segment.rawLength));
    }
    return merged(all, segments);
  }

  /** Merges segments that stay on disk, each through its part of the budget. */
  private RunMerge stream(List<Segment> segments) throws IOException {
    long window = budget / segments.size();
    List<Run> all = new ArrayList<>();
    for (Segment segment : segments) {
      all.add(new Run(open(segment), segment, (int) Math.min(window, segment.partLength)));
    }
    return merged(all, segments);
  }

  private RunMerge merged(List<Run> all, List<Segment> segments) throws IOException {
    return new RunMerge(all, Comparators.ofKeys(job), bytes(segments));
  }

  private FSDataInputStream open(Segment segment) throws IOException {
    FSDataInputStream in = open.get(segment.file);
    if (in == null) {
      in = local.open(segment.file);
      open.put(segment.file, in);
    }
    return in;
  }

  private static long bytes(List<Segment> segments) {
    long sum = 0;
    for (Segment segment : segments) {
      sum += segment.rawLength;
    }
    return sum;
  }

  private static long cost(List<Segment> segments) {
    return bytes(segments) + (long) SEGMENT_BYTES * segments.size();
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
