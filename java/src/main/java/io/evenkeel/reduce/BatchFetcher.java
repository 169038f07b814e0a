package io.evenkeel.reduce;

import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.HttpConnection;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Signature;
import java.io.BufferedInputStream;
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
    try (HttpConnection connection = client.open("POST", path, body, hash)) {
      int status = connection.status();
      if (status == HttpURLConnection.HTTP_NOT_FOUND
          || status == HttpURLConnection.HTTP_BAD_METHOD) {
        throw new NoBatchesException(batch.tracker + path + " answers " + status);
      }
      if (status != HttpURLConnection.HTTP_OK) {
        throw new IOException(batch.tracker + path + " answers " + status);
      }
      String reply = connection.header(Signature.REPLY_HEADER);
      if (!Signature.matches(Signature.reply(key, hash, status, null), reply)) {
        throw new IOException(
            "the answer of " + batch.tracker + " is not signed by the job's token");
      }
      InputStream in = new BufferedInputStream(connection.body(), 64 << 10);
      new GroupsStream(in, batch, slots, groups, spool, sink).read(key, hash);
      if (in.read() >= 0) {
        throw new IOException("more bytes than were asked for from " + batch.tracker);
      }
    }
  }
}
