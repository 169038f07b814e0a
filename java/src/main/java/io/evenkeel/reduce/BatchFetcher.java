package io.evenkeel.reduce;

import io.evenkeel.wire.GroupsRequest;
import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.MapMark;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Signature;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import javax.crypto.SecretKey;

/** One request for many groups of many maps (docs/protocol.md). */
final class BatchFetcher implements GroupFetcher {
  private static final long MOST_BYTES = 1L << 42;

  private final String job;
  private final SecretKey key;
  private final int slots;
  private final int groups;
  private final int connectMillis;
  private final int readMillis;

  BatchFetcher(
      String job, SecretKey key, int slots, int groups, int connectMillis, int readMillis) {
    this.job = job;
    this.key = key;
    this.slots = slots;
    this.groups = groups;
    this.connectMillis = connectMillis;
    this.readMillis = readMillis;
  }

  @Override
  public void fetch(CopyBatch batch, Spool spool, Sink sink) throws IOException {
    URL url = new URL(batch.tracker);
    HttpClient client = new HttpClient(url.getHost(), url.getPort(), connectMillis, readMillis);
    String path = Paths.groups(job);
    byte[] body = batch.request().encode();
    byte[] hash = Signature.request(key, "POST", path, body);
    sink.requested();
    HttpURLConnection connection = client.open("POST", path, body, hash);
    int status = connection.getResponseCode();
    if (status != HttpURLConnection.HTTP_OK) {
      drain(connection.getErrorStream());
      if (status == HttpURLConnection.HTTP_NOT_FOUND
          || status == HttpURLConnection.HTTP_BAD_METHOD) {
        throw new NoBatchesException(batch.tracker + path + " answers " + status);
      }
      throw new IOException(batch.tracker + path + " answers " + status);
    }
    String reply = connection.getHeaderField(Signature.REPLY_HEADER);
    if (!Signature.matches(Signature.reply(key, hash, status, null), reply)) {
      connection.disconnect();
      throw new IOException("the answer of " + batch.tracker + " is not signed by the job's token");
    }
    boolean whole = false;
    InputStream in = new BufferedInputStream(calm(connection.getInputStream()), 64 << 10);
    try {
      read(in, hash, batch, spool, sink);
      drain(in);
      whole = true;
    } finally {
      if (!whole) {
        connection.disconnect();
      }
    }
  }

  /** Reads the stream that answers the request with this hash; visible for tests. */
  void read(InputStream in, byte[] hash, CopyBatch batch, Spool spool, Sink sink)
      throws IOException {
    int place = 0;
    for (CopyBatch.Part part : batch.parts) {
      for (int i = 0; i < part.maps.length; i++) {
        map(in, batch.tracker, part, i, new MapMark(key, hash, place++), spool, sink);
        sink.ended();
      }
    }
    for (int i = 0; i < GroupsRequest.END.length(); i++) {
      if (in.read() != GroupsRequest.END.charAt(i)) {
        throw new IOException("the stream of " + batch.tracker + " ends without its end mark");
      }
    }
  }

  private void map(
      InputStream in,
      String tracker,
      CopyBatch.Part part,
      int i,
      MapMark mark,
      Spool spool,
      Sink sink)
      throws IOException {
    int status = in.read();
    long entries = varint(in);
    mark.add(status).add(entries);
    if (status == GroupsRequest.LOST) {
      check(in, mark, tracker);
      sink.lost(part.maps[i], part.attempts.get(i), "no such output there");
    } else if (status == GroupsRequest.WRONG_INDEX) {
      check(in, mark, tracker);
      throw new WrongOutputException(
          part.attempts.get(i),
          tracker,
          entries == slots + groups
              ? "has pairs outside the groups"
              : "has " + entries + " partitions, not " + slots + "+" + groups);
    } else if (status == GroupsRequest.OK && entries == slots + groups) {
      segments(in, tracker, part, i, mark, spool, sink);
    } else {
      throw new IOException("garbage from " + tracker + ": status " + status);
    }
  }

  /** Nothing of a map counts before its mark has said that this is what was asked for. */
  private static void segments(
      InputStream in,
      String tracker,
      CopyBatch.Part part,
      int i,
      MapMark mark,
      Spool spool,
      Sink sink)
      throws IOException {
    int map = part.maps[i];
    Segment[] segments = new Segment[part.groups.length];
    String bad = null;
    for (int g = 0; g < segments.length; g++) {
      long raw = varint(in);
      long length = varint(in);
      if (length > MOST_BYTES) {
        // No disk has room for it, and that would be taken for this node's fault.
        throw new IOException("garbage from " + tracker + ": a group of " + length + " bytes");
      }
      try {
        segments[g] = spool.append(in, map, length, raw);
      } catch (CorruptSegmentException e) {
        bad = "group " + part.groups[g] + ": " + e.getMessage();
      }
      mark.add(raw).add(length).add(spool.checksum());
    }
    spool.flush();
    check(in, mark, tracker);
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

  private static void check(InputStream in, MapMark mark, String tracker) throws IOException {
    byte[] given = new byte[Signature.LENGTH];
    try {
      new DataInputStream(in).readFully(given);
    } catch (EOFException e) {
      throw new IOException("the stream of " + tracker + " ends within a mark", e);
    }
    if (!Signature.matches(mark.end(), given)) {
      throw new IOException("not what was asked for from " + tracker);
    }
  }

  private static long varint(InputStream in) throws IOException {
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

  /**
   * A buffer asks after each read how much more is there. The JDK's stream of chunks answers by
   * taking all of it onto the heap, megabytes for each copier, and the heap is the reducer's.
   */
  private static InputStream calm(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int available() {
        return 0;
      }
    };
  }

  /** Reads to the end, so that the connection can be used again. */
  private static void drain(InputStream in) throws IOException {
    if (in == null) {
      return;
    }
    byte[] rest = new byte[4096];
    int total = 0;
    for (int n = in.read(rest); n >= 0; n = in.read(rest)) {
      total += n;
      if (total > 1 << 20) {
        throw new IOException("more bytes than were asked for");
      }
    }
    in.close();
  }
}
