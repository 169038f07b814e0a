package io.evenkeel.reduce;

import io.evenkeel.pairs.Segment;
import java.io.IOException;

/** A way to get groups from a TaskTracker. */
interface GroupFetcher {
  /** What becomes of a fetch, piece by piece. */
  interface Sink {
    /** A request goes out. */
    void requested();

    /** One group of one map is in the spool; {@code segment} is null if it holds no pair. */
    void copied(int map, int group, Segment segment, long bytes) throws IOException;

    /** All that is to be said of the next map of the batch has been said. */
    void ended();

    /** A map's output is not there, or not readable. */
    void lost(int map, String attempt, String why);
  }

  /** Fetches a batch into a spool. */
  void fetch(CopyBatch batch, Spool spool, Sink sink) throws IOException;
}
