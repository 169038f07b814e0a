package io.evenkeel.reduce;

import io.evenkeel.wire.GroupsRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * What one copier fetches next, all from one TaskTracker: part after part, each some groups of some
 * maps.
 */
final class CopyBatch {
  /** The TaskTracker, as {@code http://host:port}. */
  final String tracker;

  /** What is fetched from it; no map stands in two parts. */
  final List<Part> parts;

  CopyBatch(String tracker, List<Part> parts) {
    this.tracker = tracker;
    this.parts = parts;
  }

  /** Maps of which the same groups are lacking. */
  static final class Part {
    /** Numbers of the maps. */
    final int[] maps;

    /** Their attempts, in the same order. */
    final List<String> attempts;

    /** The groups, in the order they will run. */
    final int[] groups;

    Part(int[] maps, List<String> attempts, int[] groups) {
      this.maps = maps;
      this.attempts = attempts;
      this.groups = groups;
    }
  }

  /** The attempts of all parts, in the order in which they are fetched. */
  List<String> attempts() {
    List<String> all = new ArrayList<>();
    for (Part part : parts) {
      all.addAll(part.attempts);
    }
    return all;
  }

  /** The same as a message. */
  GroupsRequest request() {
    List<GroupsRequest.Part> asked = new ArrayList<>();
    for (Part part : parts) {
      asked.add(new GroupsRequest.Part(part.attempts, part.groups));
    }
    return new GroupsRequest(asked);
  }
}
