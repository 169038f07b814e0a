package io.evenkeel.reduce;

import org.apache.hadoop.fs.Path;

/** Where one map's pairs of one group lie in this task's spool. */
final class Segment {
  final int map;
  final Path file;
  final long offset;
  final long partLength;
  final long rawLength;

  Segment(int map, Path file, long offset, long partLength, long rawLength) {
    this.map = map;
    this.file = file;
    this.offset = offset;
    this.partLength = partLength;
    this.rawLength = rawLength;
  }
}
