package io.evenkeel;

import java.util.List;

/** Combines pieces of a statistic. Runs in tasks only, never in a daemon. */
public interface BytesCombiner {
  /**
   * Combines two or more pieces into one. Pieces come in no promised order, and the result may be
   * combined again.
   */
  byte[] combine(List<byte[]> pieces);
}
