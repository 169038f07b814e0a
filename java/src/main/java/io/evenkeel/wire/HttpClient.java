package io.evenkeel.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URL;
import javax.crypto.SecretKey;

/** Small signed requests with bounded answers and bounded time. Safe for use by many threads. */
public final class HttpClient {
  private final String base;
  private final int connectMillis;
  private final int readMillis;

  /**
   * A client of one daemon.
   *
   * @param host its host
   * @param port its HTTP port
   * @param connectMillis how long to wait for a connection
   * @param readMillis how long to wait for the next byte of an answer
   */
  public HttpClient(String host, int port, int connectMillis, int readMillis) {
    boolean v6 = host.indexOf(':') >= 0 && !host.startsWith("[");
    this.base = "http://" + (v6 ? "[" + host + "]" : host) + ":" + port;
    this.connectMillis = connectMillis;
    this.readMillis = readMillis;
  }

  /** The daemon's address, for messages. */
  public String base() {
    return base;
  }

  /**
   * Sends a signed request and reads its answer.
   *
   * @param body null for a GET
   * @param key the job token; null for {@code batch} and {@code watch}, which sign each entry
   * @param maxReply no answer may be longer
   * @throws IOException also when an answer of status 2xx is not signed by the same key
   */
  public Reply call(String method, String path, byte[] body, SecretKey key, int maxReply)
      throws IOException {
    byte[] hash = key == null ? null : Signature.request(key, method, path, body);
    HttpURLConnection connection = open(method, path, body, hash);
    return finish(connection, path, key, hash, maxReply);
  }

  /** Sends a request and leaves the answer unread; the caller reads or disconnects. */
  public HttpURLConnection open(String method, String path, byte[] body, byte[] hash)
      throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) new URL(base + path).openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(connectMillis);
    connection.setReadTimeout(readMillis);
    connection.setUseCaches(false);
    connection.setInstanceFollowRedirects(false);
    connection.setRequestMethod(method);
    if (hash != null) {
      connection.setRequestProperty(Signature.HEADER, Signature.text(hash));
    }
    if (body != null) {
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "application/octet-stream");
      connection.setFixedLengthStreamingMode(body.length);
      OutputStream out = connection.getOutputStream();
      out.write(body);
      out.close();
    }
    return connection;
  }

  /** Reads and verifies the answer of {@link #open}. */
  public Reply finish(
      HttpURLConnection connection, String path, SecretKey key, byte[] hash, int maxReply)
      throws IOException {
    int status = connection.getResponseCode();
    byte[] reply = read(connection, status, maxReply);
    boolean good = status / 100 == 2;
    if (good && key != null) {
      byte[] expected = Signature.reply(key, hash, status, reply);
      if (!Signature.matches(expected, connection.getHeaderField(Signature.REPLY_HEADER))) {
        throw new IOException("the answer of " + base + path + " is not signed by the job's token");
      }
    }
    return new Reply(status, reply);
  }

  private byte[] read(HttpURLConnection connection, int status, int maxReply) throws IOException {
    InputStream in = status >= 400 ? connection.getErrorStream() : connection.getInputStream();
    if (in == null) {
      return new byte[0];
    }
    try {
      return drain(in, maxReply);
    } finally {
      in.close();
    }
  }

  private byte[] drain(InputStream in, int maxReply) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
      if (out.size() + got > maxReply) {
        throw new IOException("the answer of " + base + " is longer than " + maxReply + " bytes");
      }
      out.write(buffer, 0, got);
    }
    return out.toByteArray();
  }
}
