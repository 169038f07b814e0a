package io.evenkeel.tools;

import java.io.IOException;

/** Runs a job's own mapper, in this process, on some of its splits. */
interface Sampler {
  /** How many splits the job's input has. */
  int splits();

  /** Runs the mapper on one split and counts what it emits. */
  void run(int split, KeyCounts counts) throws IOException, InterruptedException;

  /** There is no room for more keys: not an error, the sample ends. */
  final class Full extends RuntimeException {
    private static final long serialVersionUID = 1;

    Full() {
      super("no room for more keys");
    }
  }
}
