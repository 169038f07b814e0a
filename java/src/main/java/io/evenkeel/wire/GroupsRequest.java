package io.evenkeel.wire;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Asks a TaskTracker for many groups of many maps. */
public final class GroupsRequest {
  /** The map's groups follow. */
  public static final int OK = 0;

  /** No such output here. */
  public static final int LOST = 1;

  /** The index has not m+n entries, or pairs stand in a stock partition. */
  public static final int WRONG_INDEX = 2;

  /** The raw length of a segment without pairs: the two marks of its end. */
  public static final int EMPTY = 2;

  /** Ends the stream. */
  public static final String END = "EKE";

  /** Attempt ids of the maps, in the order wanted. */
  public final List<String> maps;

  /** The groups, in the order wanted. */
  public final int[] groups;

  /** Asks for all of {@code groups} of each of {@code maps}. */
  public GroupsRequest(List<String> maps, int[] groups) {
    this.maps = maps;
    this.groups = groups;
  }

  /** The request's body. */
  public byte[] encode() {
    ByteWriter out = new ByteWriter().varint(maps.size());
    for (String map : maps) {
      out.text(map);
    }
    out.varint(groups.length);
    for (int group : groups) {
      out.varint(group);
    }
    return out.bytes();
  }

  /**
   * Reads the request's body; groups must be of a job of {@code n} groups, and neither a map nor a
   * group may stand twice.
   */
  public static GroupsRequest decode(byte[] body, int n) throws WireException {
    ByteReader in = new ByteReader(body);
    int maps = in.bounded("number of maps", Limits.MAPS);
    Set<String> ids = new LinkedHashSet<String>();
    for (int i = 0; i < maps; i++) {
      if (!ids.add(in.text("attempt id", Limits.ID_BYTES))) {
        throw new WireException("a map stands twice");
      }
    }
    int[] groups = new int[in.bounded("number of groups", n)];
    BitSet seen = new BitSet();
    for (int i = 0; i < groups.length; i++) {
      groups[i] = in.bounded("group", n - 1);
      if (seen.get(groups[i])) {
        throw new WireException("a group stands twice");
      }
      seen.set(groups[i]);
    }
    in.end();
    return new GroupsRequest(new ArrayList<String>(ids), groups);
  }
}
