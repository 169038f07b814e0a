package io.evenkeel.reduce;

import io.evenkeel.pairs.LocalFile;
import io.evenkeel.pairs.Run;
import io.evenkeel.pairs.RunMerge;
import io.evenkeel.pairs.Segment;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final int factor;
  private final Map<Path, LocalFile> open = new HashMap<>();
  private int runs;

  GroupMerger(JobConf job, EvenkeelMerge<K, V> merge, long budget) throws IOException {
    this.job = job;
    this.merge = merge;
    this.budget = Math.min(budget, MOST_BYTES);
    this.factor = job.getInt("io.sort.factor", 100);
  }

  /** Merges; {@code name} is unique among the merges of this task. */
  RawKeyValueIterator merge(List<Segment> segments, String name) throws IOException {
    List<Segment> inPlace = new ArrayList<>(segments);
    inPlace.sort(BY_PLACE);
    if (cost(inPlace) <= budget) {
      return load(inPlace);
    }
    List<Path> files = new ArrayList<>();
    List<Segment> fewer = inPlace.size() <= factor ? inPlace : writeRuns(inPlace, files);
    return isStreamed(fewer) ? stream(fewer, files) : byHadoop(fewer, files, name);
  }

  /**
   * As many windows as Hadoop's merge has readers, and for the same reason: each holds a pair,
   * which may be large.
   */
  private boolean isStreamed(List<Segment> segments) {
    return !merge.isCompressed()
        && segments.size() <= factor
        && segments.size() * (long) LEAST_WINDOW <= budget;
  }

  /** Merges what fits into the budget into one file each, until all is on disk in order. */
  private List<Segment> writeRuns(List<Segment> segments, List<Path> files) throws IOException {
    List<Segment> written = new ArrayList<>();
    List<Segment> some = new ArrayList<>();
    long bytes = 0;
    for (Segment segment : segments) {
      if (cost(segment) > budget) {
        written.add(segment);
        continue;
      }
      if (bytes + cost(segment) > budget) {
        written.add(writeRun(some, files));
        some.clear();
        bytes = 0;
      }
      some.add(segment);
      bytes += cost(segment);
    }
    if (!some.isEmpty()) {
      written.add(writeRun(some, files));
    }
    return written;
  }

  private Segment writeRun(List<Segment> segments, List<Path> files) throws IOException {
    Path file =
        DISKS.getLocalPathForWrite(
            "output/evenkeel-run-" + runs++, Math.max(1 << 20, cost(segments)), job);
    files.add(file);
    return new Segment(file, 0, merge.write(load(segments), file), bytes(segments));
  }

  /** Merges segments that are in memory from now on. */
  private RunMerge load(List<Segment> segments) throws IOException {
    List<Run> all = new ArrayList<>();
    for (Segment segment : segments) {
      byte[] part = new byte[(int) segment.partLength];
      open(segment.file).read(segment.offset, part, 0, part.length);
      all.add(new Run(merge.pairs(part, (int) segment.rawLength), (int) segment.rawLength));
    }
    return new RunMerge(all, Comparators.ofKeys(job), bytes(segments), null);
  }

  /** Merges segments that stay on disk, each through its part of the budget. */
  private RunMerge stream(List<Segment> segments, List<Path> files) throws IOException {
    long window = budget / segments.size();
    List<Run> all = new ArrayList<>();
    for (Segment segment : segments) {
      all.add(new Run(open(segment.file), segment, (int) Math.min(window, segment.partLength)));
    }
    return new RunMerge(all, Comparators.ofKeys(job), bytes(segments), () -> remove(files));
  }

  private RawKeyValueIterator byHadoop(List<Segment> segments, List<Path> files, String name)
      throws IOException {
    EvenkeelMerge.Sources<K, V> sources = new EvenkeelMerge.Sources<>();
    for (Segment segment : segments) {
      boolean keep = !files.contains(segment.file);
      merge.add(sources, segment.file, segment.offset, segment.partLength, keep);
    }
    return merge.merge(sources, new Path("evenkeel-" + name));
  }

  private synchronized LocalFile open(Path path) throws IOException {
    LocalFile file = open.get(path);
    if (file == null) {
      file = new LocalFile(path);
      open.put(path, file);
    }
    return file;
  }

  private synchronized void remove(List<Path> files) throws IOException {
    for (Path path : files) {
      LocalFile file = open.remove(path);
      if (file != null) {
        file.close();
      }
      Files.deleteIfExists(Paths.get(path.toUri().getPath()));
    }
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
  public synchronized void close() throws IOException {
    for (LocalFile file : open.values()) {
      file.close();
    }
    open.clear();
  }
}
