package io.evenkeel.daemon;

import io.evenkeel.Config;
import io.evenkeel.wire.Limits;
import org.apache.hadoop.conf.Configuration;

/**
 * How many operation groups a job gets. More groups balance better, keep large keys apart and let
 * more be copied early; each costs an entry in the index of every map's output, a writer in every
 * spill and a file to open in every merge, and, where map output is compressed, a stream of its
 * own, which shrinks less the smaller it is. So jobs of large maps, to which a group costs little,
 * get more. The curves behind these numbers are in docs/benchmarks.md.
 */
final class GroupCount {
  private static final int PAPER = 120;
  private static final int PER_SLOT = 16;
  private static final int LEAST = 512;
  private static final int COMPRESSED_LEAST = 96;
  private static final int MOST = 4096;

  /** A map gets a group for so many bytes of its input. */
  private static final long INPUT = 32 << 10;

  private static final long COMPRESSED_INPUT = 128 << 10;

  /** A reducer remembers a segment for each map and group: what it got for size stays below. */
  private static final long SEGMENTS = 100_000;

  private GroupCount() {}

  /**
   * What the job says, or what suits a job of {@code slots} reducers and {@code maps} maps that
   * read {@code input} bytes together.
   */
  static int of(Configuration job, int slots, int maps, long input, boolean paper) {
    int wanted = Config.GROUPS.number(job, 0, Limits.GROUPS - slots);
    if (wanted == 0) {
      return Math.max(slots, (int) Math.min(MOST, usual(job, slots, maps, input, paper)));
    }
    if (wanted < slots) {
      throw new IllegalArgumentException(
          Config.GROUPS.name
              + " is \""
              + wanted
              + "\"; allowed: 0, or at least the number of reducers, "
              + slots);
    }
    return wanted;
  }

  private static long usual(Configuration job, int slots, int maps, long input, boolean paper) {
    if (paper) {
      return PAPER;
    }
    boolean compressed = job.getBoolean("mapred.compress.map.output", false);
    int least = Math.max(compressed ? COMPRESSED_LEAST : LEAST, PER_SLOT * slots);
    long each = Math.max(0, input) / Math.max(1, maps) / (compressed ? COMPRESSED_INPUT : INPUT);
    long bySize = Math.min(each, SEGMENTS * slots / Math.max(1, maps));
    return Math.max(least, bySize);
  }
}
