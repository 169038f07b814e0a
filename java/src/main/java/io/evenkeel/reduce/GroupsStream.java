package io.evenkeel.reduce;

import io.evenkeel.pairs.Segment;
import io.evenkeel.wire.GroupsRequest;
import io.evenkeel.wire.MapMark;
import io.evenkeel.wire.Signature;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import javax.crypto.SecretKey;

/** The stream of groups that answers a request for a batch (docs/protocol.md). */
final class GroupsStream {
  private static final long MOST_BYTES = 1L << 42;

  private final InputStream in;
  private final CopyBatch batch;
  private final int slots;
  private final int groups;
  private final Spool spool;
  private final GroupFetcher.Sink sink;

  /** What {@code in} holds goes to the spool; maps must have a partition for each of both. */
  GroupsStream(
      InputStream in, CopyBatch batch, int slots, int groups, Spool spool, GroupFetcher.Sink sink) {
    this.in = in;
    this.batch = batch;
    this.slots = slots;
    this.groups = groups;
    this.spool = spool;
    this.sink = sink;
  }

  /** Reads all of it: the answer to the request with this hash. */
  void read(SecretKey key, byte[] hash) throws IOException {
    int place = 0;
    for (CopyBatch.Part part : batch.parts) {
      for (int i = 0; i < part.maps.length; i++) {
        map(part, i, new MapMark(key, hash, place++));
        sink.ended();
      }
    }
    for (int i = 0; i < GroupsRequest.END.length(); i++) {
      if (in.read() != GroupsRequest.END.charAt(i)) {
        throw new IOException("the stream of " + batch.tracker + " ends without its end mark");
      }
    }
  }

  private void map(CopyBatch.Part part, int i, MapMark mark) throws IOException {
    int status = in.read();
    long entries = varint();
    mark.add(status).add(entries);
    if (status == GroupsRequest.LOST) {
      check(mark);
      sink.lost(part.maps[i], part.attempts.get(i), "no such output there");
    } else if (status == GroupsRequest.WRONG_INDEX) {
      check(mark);
      throw new WrongOutputException(
          part.attempts.get(i),
          batch.tracker,
          entries == slots + groups
              ? "has pairs outside the groups"
              : "has " + entries + " partitions, not " + slots + "+" + groups);
    } else if (status == GroupsRequest.OK && entries == slots + groups) {
      segments(part, i, mark);
    } else {
      throw new IOException("garbage from " + batch.tracker + ": status " + status);
    }
  }

  /** Nothing of a map counts before its mark has said that this is what was asked for. */
  private void segments(CopyBatch.Part part, int i, MapMark mark) throws IOException {
    int map = part.maps[i];
    Segment[] segments = new Segment[part.groups.length];
    String bad = null;
    for (int g = 0; g < segments.length; g++) {
      long raw = varint();
      if (raw == GroupsRequest.WITHOUT_PAIRS) {
        g += withoutPairs(segments, g, mark) - 1;
        continue;
      }
      long length = varint();
      if (length > MOST_BYTES) {
        // No disk has room for it, and that would be taken for this node's fault.
        throw new IOException(
            "garbage from " + batch.tracker + ": a group of " + length + " bytes");
      }
      try {
        segments[g] = spool.append(in, length, raw);
      } catch (CorruptSegmentException e) {
        bad = "group " + part.groups[g] + ": " + e.getMessage();
      }
      mark.add(raw).add(length).add(spool.checksum());
    }
    spool.flush();
    check(mark);
    for (int g = 0; g < segments.length; g++) {
      Segment segment = segments[g];
      if (segment != null) {
        boolean pairs = segment.rawLength > GroupsRequest.EMPTY;
        sink.copied(map, part.groups[g], pairs ? segment : null, segment.partLength);
      }
    }
    if (bad != null) {
      sink.lost(map, part.attempts.get(i), bad);
    }
  }

  /** Groups that no pair need be copied of; returns how many. */
  private int withoutPairs(Segment[] segments, int from, MapMark mark) throws IOException {
    long count = varint();
    long length = varint();
    if (count < 1 || count > segments.length - from || length > MOST_BYTES) {
      throw new IOException(
          "garbage from " + batch.tracker + ": " + count + " groups without pairs");
    }
    mark.add(GroupsRequest.WITHOUT_PAIRS).add(count).add(length);
    Arrays.fill(
        segments, from, from + (int) count, new Segment(null, 0, length, GroupsRequest.EMPTY));
    return (int) count;
  }

  private void check(MapMark mark) throws IOException {
    byte[] given = new byte[Signature.LENGTH];
    try {
      new DataInputStream(in).readFully(given);
    } catch (EOFException e) {
      throw new IOException("the stream of " + batch.tracker + " ends within a mark", e);
    }
    if (!Signature.matches(mark.end(), given)) {
      throw new IOException("not what was asked for from " + batch.tracker);
    }
  }

  private long varint() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      int b = in.read();
      if (b < 0) {
        throw new EOFException("the stream ends early");
      }
      value |= (long) (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new IOException("a number of more than nine bytes");
  }
}
