package org.apache.hadoop.mapred;

import io.evenkeel.map.SpillCodec;
import io.evenkeel.map.SpillMerge;
import io.evenkeel.pairs.Segment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.util.IndexedSortable;

/**
 * Merges a map's spills where Hadoop would. When its output buffer has been flushed, Hadoop asks
 * the task where the first spill is, then the next one; it is told of one that holds them all, and
 * that there is no other (docs/decisions.md, 23).
 *
 * <p>It lives here because {@code MapOutputFile}, {@code SpillRecord} and {@code IndexRecord} are
 * package-private, and {@code Task.mapOutputFile} is protected.
 */
@SuppressWarnings("auxiliaryclass") // IndexRecord has no file of its own
public final class EvenkeelSpills extends MapOutputFile {
  /** What is read of the buffer once all pairs are in spills. */
  private static final String[] FIELDS = {
    "numSpills",
    "kvbuffer",
    "combinerRunner",
    "minSpillsForCombine",
    "indexCacheList",
    "partitions",
    "comparator",
    "reporter",
    "rfs"
  };

  private final Object buffer;
  private final MapTask task;
  private final JobConf job;

  private EvenkeelSpills(Object buffer, MapTask task, JobConf job) {
    this.buffer = buffer;
    this.task = task;
    this.job = job;
    setConf(job);
  }

  /**
   * From now on this map's spills are merged here, if they are not compressed and need not be
   * combined again.
   *
   * @param buffer the map's output buffer
   * @throws IOException if it is not Hadoop 1.0.4's; then Hadoop merges
   */
  public static void install(IndexedSortable buffer) throws IOException {
    MapTask task = (MapTask) field(buffer, "this$0");
    for (String name : FIELDS) {
      field(buffer, name);
    }
    if (!(task.mapOutputFile instanceof EvenkeelSpills)
        && field(buffer, "codec") instanceof SpillCodec) {
      task.mapOutputFile = new EvenkeelSpills(buffer, task, (JobConf) field(buffer, "job"));
    }
  }

  private static Object field(Object buffer, String name) throws IOException {
    return EvenkeelTaskAccess.field(buffer.getClass(), name, buffer);
  }

  private int number(String name) throws IOException {
    return (Integer) field(buffer, name);
  }

  @Override
  public Path getSpillFile(int number) throws IOException {
    int spills = number("numSpills");
    return number == 0 && spills > 1 && isOurs(spills)
        ? merged(spills)
        : super.getSpillFile(number);
  }

  private long sortBuffer() {
    return (long) job.getInt("io.sort.mb", 100) << 20;
  }

  private boolean isOurs(int spills) throws IOException {
    boolean flushed = field(buffer, "kvbuffer") == null;
    boolean combined =
        field(buffer, "combinerRunner") != null && spills >= number("minSpillsForCombine");
    return flushed && !combined && SpillMerge.fits(spills, sortBuffer());
  }

  private Path merged(int spills) throws IOException {
    List<Path> files = new ArrayList<>();
    long length = 0;
    for (int i = 0; i < spills; i++) {
      files.add(super.getSpillFile(i));
      length += rfs().getFileStatus(files.get(i)).getLen();
    }
    Path to = getSpillFileForWrite(spills, length);
    SpillRecord index = merge(files, to);
    FileSystem.getStatistics("file", RawLocalFileSystem.class).incrementBytesRead(length);
    task.spilledRecordsCounter.increment(task.spilledRecordsCounter.getCounter());
    indices().clear();
    indices().add(index);
    EvenkeelTaskAccess.set(buffer.getClass(), "numSpills", buffer, 1);
    for (Path spill : files) {
      rfs().delete(spill, true); // as Hadoop does: what stays goes with the job
    }
    return to;
  }

  private FileSystem rfs() throws IOException {
    return (FileSystem) field(buffer, "rfs");
  }

  @SuppressWarnings("unchecked")
  private List<SpillRecord> indices() throws IOException {
    return (List<SpillRecord>) field(buffer, "indexCacheList");
  }

  private SpillRecord merge(List<Path> files, Path to) throws IOException {
    List<SpillRecord> indices = new ArrayList<>(indices());
    for (int i = indices.size(); i < files.size(); i++) {
      indices.add(new SpillRecord(getSpillIndexFile(i), job, null));
    }
    RawComparator<?> comparator = (RawComparator<?>) field(buffer, "comparator");
    Reporter reporter = (Reporter) field(buffer, "reporter");
    SpillRecord merged = new SpillRecord(number("partitions"));
    try (SpillMerge merge = new SpillMerge(files, rfs(), to, comparator, sortBuffer(), reporter)) {
      for (int p = 0; p < merged.size(); p++) {
        List<Segment> segments = new ArrayList<>(files.size());
        for (int i = 0; i < files.size(); i++) {
          IndexRecord at = indices.get(i).getIndex(p);
          segments.add(new Segment(files.get(i), at.startOffset, at.partLength, at.rawLength));
        }
        Segment all = merge.merge(segments);
        merged.putIndex(new IndexRecord(all.offset, all.rawLength, all.partLength), p);
      }
    }
    return merged;
  }
}
