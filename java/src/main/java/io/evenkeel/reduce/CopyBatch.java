package io.evenkeel.reduce;

import java.util.ArrayList;
import java.util.List;

/** What one copier fetches next: some groups of some maps, all from one TaskTracker. */
final class CopyBatch {
  /** The TaskTracker, as {@code http://host:port}. */
  final String tracker;

  /** Numbers of the maps. */
  final int[] maps;

  /** Their attempts, in the same order. */
  final List<String> attempts;

  /** The groups, in the order they will run. */
  final int[] groups;

  CopyBatch(String tracker, int[] maps, List<String> attempts, int[] groups) {
    this.tracker = tracker;
    this.maps = maps;
    this.attempts = new ArrayList<>(attempts);
    this.groups = groups;
  }
}
