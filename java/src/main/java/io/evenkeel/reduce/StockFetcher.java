package io.evenkeel.reduce;

import io.evenkeel.pairs.Segment;
import io.evenkeel.wire.GroupsRequest;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URL;
import javax.crypto.SecretKey;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;

/**
 * Group by group from Hadoop's own map output servlet, for a TaskTracker without our filter. Group
 * g is partition m+g there.
 */
final class StockFetcher implements GroupFetcher {

  private final String job;
  private final SecretKey key;
  private final int slot;
  private final int slots;
  private final int connectMillis;
  private final int readMillis;

  StockFetcher(String job, SecretKey key, int slot, int slots, int connectMillis, int readMillis) {
    this.job = job;
    this.key = key;
    this.slot = slot;
    this.slots = slots;
    this.connectMillis = connectMillis;
    this.readMillis = readMillis;
  }

  @Override
  public void fetch(CopyBatch batch, Spool spool, Sink sink) throws IOException {
    for (CopyBatch.Part part : batch.parts) {
      for (int i = 0; i < part.maps.length; i++) {
        try {
          map(batch.tracker, part, i, spool, sink);
        } catch (GoneException e) {
          sink.lost(part.maps[i], part.attempts.get(i), e.getMessage());
        }
        sink.ended();
      }
    }
  }

  private void map(String tracker, CopyBatch.Part part, int i, Spool spool, Sink sink)
      throws IOException {
    int map = part.maps[i];
    String attempt = part.attempts.get(i);
    sink.requested();
    Segment stray = partition(tracker, map, attempt, slot, spool);
    if (stray.rawLength > GroupsRequest.EMPTY) {
      throw new WrongOutputException(attempt, tracker, "has pairs outside the groups");
    }
    for (int group : part.groups) {
      sink.requested();
      Segment segment = partition(tracker, map, attempt, slots + group, spool);
      spool.flush();
      boolean pairs = segment.rawLength > GroupsRequest.EMPTY;
      sink.copied(map, group, pairs ? segment : null, segment.partLength);
    }
  }

  private Segment partition(String tracker, int map, String attempt, int partition, Spool spool)
      throws IOException {
    URL url =
        new URL(tracker + "/mapOutput?job=" + job + "&map=" + attempt + "&reduce=" + partition);
    HttpURLConnection connection = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(connectMillis);
    connection.setReadTimeout(readMillis);
    String hash = SecureShuffleUtils.hashFromString(SecureShuffleUtils.buildMsgFrom(url), key);
    connection.setRequestProperty(SecureShuffleUtils.HTTP_HEADER_URL_HASH, hash);
    int status = connection.getResponseCode();
    if (status == HttpURLConnection.HTTP_GONE) {
      throw new GoneException(url + " answers " + status);
    }
    if (status != HttpURLConnection.HTTP_OK) {
      throw new IOException(url + " answers " + status);
    }
    String reply = connection.getHeaderField(SecureShuffleUtils.HTTP_HEADER_REPLY_URL_HASH);
    if (reply == null) {
      throw new IOException("the answer of " + tracker + " is not signed by the job's token");
    }
    SecureShuffleUtils.verifyReply(reply, hash, key);
    if (!attempt.equals(connection.getHeaderField("from-map-task"))
        || !Integer.toString(partition).equals(connection.getHeaderField("for-reduce-task"))) {
      throw new IOException("another map's output from " + url);
    }
    long raw = number(connection, "Raw-Map-Output-Length");
    long part = number(connection, "Map-Output-Length");
    try (InputStream in = new BufferedInputStream(connection.getInputStream())) {
      return spool.append(in, part, raw);
    }
  }

  private static long number(HttpURLConnection connection, String header) throws IOException {
    try {
      return Long.parseLong(connection.getHeaderField(header));
    } catch (NumberFormatException e) {
      throw new IOException("no " + header + " from " + connection.getURL(), e);
    }
  }

  /** The TaskTracker no longer has that output. */
  private static final class GoneException extends IOException {
    private static final long serialVersionUID = 1L;

    GoneException(String message) {
      super(message);
    }
  }
}
