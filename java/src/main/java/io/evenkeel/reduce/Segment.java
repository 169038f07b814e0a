package io.evenkeel.reduce;

import org.apache.hadoop.fs.Path;

/** Where one map's pairs of one group lie in this task's spool. */
final class Segment {
  final Path file;
  final long offset;
  final long partLength;
  final long rawLength;

  Segment(Path file, long offset, long partLength, long rawLength) {
    this.file = file;
    this.offset = offset;
    this.partLength = partLength;
    this.rawLength = rawLength;
  }
}
