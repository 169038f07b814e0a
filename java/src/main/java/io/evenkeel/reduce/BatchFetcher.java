package io.evenkeel.reduce;

import io.evenkeel.wire.GroupsRequest;
import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Signature;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import javax.crypto.SecretKey;

/** One request for many groups of many maps (docs/protocol.md). */
final class BatchFetcher implements Fetcher {
  private static final int EMPTY = 2;

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
  public void fetch(Batch batch, Spool spool, Sink sink) throws IOException {
    URL url = new URL(batch.tracker);
    HttpClient client = new HttpClient(url.getHost(), url.getPort(), connectMillis, readMillis);
    String path = Paths.groups(job);
    byte[] body = new GroupsRequest(batch.attempts, batch.groups).encode();
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
    InputStream in = new BufferedInputStream(connection.getInputStream(), 64 << 10);
    try {
      read(in, batch, spool, sink);
      drain(in);
      whole = true;
    } finally {
      if (!whole) {
        connection.disconnect();
      }
    }
  }

  /** Reads the stream; visible for tests. */
  void read(InputStream in, Batch batch, Spool spool, Sink sink) throws IOException {
    for (int i = 0; i < batch.maps.length; i++) {
      int status = in.read();
      long entries = varint(in);
      if (status == GroupsRequest.LOST) {
        sink.lost(batch.maps[i], batch.attempts.get(i), "no such output there");
        continue;
      }
      if (status == GroupsRequest.WRONG_INDEX) {
        throw new WrongOutputException(
            batch.attempts.get(i),
            batch.tracker,
            entries == slots + groups
                ? "has pairs outside the groups"
                : "has " + entries + " partitions, not " + slots + "+" + groups);
      }
      if (status != GroupsRequest.OK || entries != slots + groups) {
        throw new IOException("garbage from " + batch.tracker + ": status " + status);
      }
      map(in, batch, i, spool, sink);
    }
    for (int i = 0; i < GroupsRequest.END.length(); i++) {
      if (in.read() != GroupsRequest.END.charAt(i)) {
        throw new IOException("the stream of " + batch.tracker + " ends without its end mark");
      }
    }
  }

  private void map(InputStream in, Batch batch, int i, Spool spool, Sink sink) throws IOException {
    int map = batch.maps[i];
    Segment[] segments = new Segment[batch.groups.length];
    int read = 0;
    try {
      for (; read < segments.length; read++) {
        long raw = varint(in);
        long part = varint(in);
        try {
          segments[read] = spool.append(in, map, part, raw);
        } catch (CorruptSegmentException e) {
          sink.lost(
              map, batch.attempts.get(i), "group " + batch.groups[read] + ": " + e.getMessage());
        }
      }
    } finally {
      spool.flush();
      for (int g = 0; g < read; g++) {
        Segment segment = segments[g];
        if (segment != null) {
          boolean pairs = segment.rawLength > EMPTY;
          sink.copied(map, batch.groups[g], pairs ? segment : null, segment.partLength);
        }
      }
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
