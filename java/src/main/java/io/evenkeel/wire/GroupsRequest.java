package io.evenkeel.wire;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
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

  /** Stands where a raw length would: what follows is a number of groups without pairs. */
  public static final int WITHOUT_PAIRS = 0;

  /** Ends the stream. */
  public static final String END = "EKE";

  /** What is wanted, part after part. */
  public final List<Part> parts;

  /** Asks for all parts, in this order. No map may stand in two of them. */
  public GroupsRequest(List<Part> parts) {
    this.parts = parts;
  }

  /** Some groups of some maps: maps of which a reducer lacks the same groups. */
  public static final class Part {
    /** Attempt ids of the maps, in the order wanted. */
    public final List<String> maps;

    /** The groups of each of them, in the order wanted. */
    public final int[] groups;

    /** All of {@code groups} of each of {@code maps}. */
    public Part(List<String> maps, int[] groups) {
      this.maps = maps;
      this.groups = groups;
    }
  }

  /** How many maps are asked for. */
  public int maps() {
    int sum = 0;
    for (Part part : parts) {
      sum += part.maps.size();
    }
    return sum;
  }

  /** The request's body. */
  public byte[] encode() {
    ByteWriter out = new ByteWriter().varint(parts.size());
    for (Part part : parts) {
      out.varint(part.maps.size());
      for (String map : part.maps) {
        out.text(map);
      }
      out.varint(part.groups.length);
      for (int group : part.groups) {
        out.varint(group);
      }
    }
    return out.bytes();
  }

  /**
   * Reads the request's body; groups must be of a job of {@code n} groups, no map may stand twice,
   * and no group twice in a part.
   */
  public static GroupsRequest decode(byte[] body, int n) throws WireException {
    ByteReader in = new ByteReader(body);
    int count = in.bounded("number of parts", Limits.MAPS);
    List<Part> parts = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (int i = 0; i < count; i++) {
      parts.add(new Part(maps(in, known), groups(in, n)));
    }
    in.end();
    return new GroupsRequest(parts);
  }

  private static List<String> maps(ByteReader in, Set<String> known) throws WireException {
    int count = in.bounded("number of maps", Limits.MAPS);
    if (count == 0) {
      throw new WireException("a part without maps");
    }
    List<String> maps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String map = in.text("attempt id", Limits.ID_BYTES);
      if (!known.add(map)) {
        throw new WireException("a map stands twice");
      }
      maps.add(map);
    }
    return maps;
  }

  private static int[] groups(ByteReader in, int n) throws WireException {
    int[] groups = new int[in.bounded("number of groups", n)];
    BitSet seen = new BitSet();
    for (int i = 0; i < groups.length; i++) {
      groups[i] = in.bounded("group", n - 1);
      if (seen.get(groups[i])) {
        throw new WireException("a group stands twice");
      }
      seen.set(groups[i]);
    }
    return groups;
  }
}
