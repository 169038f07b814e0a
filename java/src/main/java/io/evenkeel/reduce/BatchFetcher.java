package io.evenkeel.reduce;

import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Signature;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import javax.crypto.SecretKey;

/** One request for many groups of many maps (docs/protocol.md). */
final class BatchFetcher implements GroupFetcher {
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
      new GroupsStream(in, batch, slots, groups, spool, sink).read(key, hash);
      drain(in);
      whole = true;
    } finally {
      if (!whole) {
        connection.disconnect();
      }
    }
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
