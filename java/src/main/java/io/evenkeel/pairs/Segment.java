package io.evenkeel.pairs;

import org.apache.hadoop.fs.Path;

/**
 * Where sorted pairs lie in a file of the task: those of one map and one group, or of one spill.
 */
public final class Segment {
  /** The file. */
  public final Path file;

  /** Where the segment begins in it. */
  public final long offset;

  /** Its length in the file, its checksum included. */
  public final long partLength;

  /** The length of its pairs and their end mark, decompressed. */
  public final long rawLength;

  /** A place. */
  public Segment(Path file, long offset, long partLength, long rawLength) {
    this.file = file;
    this.offset = offset;
    this.partLength = partLength;
    this.rawLength = rawLength;
  }
}
