package io.evenkeel.wire;

import java.io.IOException;
import javax.crypto.SecretKey;

/** Small signed requests with bounded answers and bounded time. Safe for use by many threads. */
public final class HttpClient {
  private final String host;
  private final int port;
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
    this.host = v6 ? "[" + host + "]" : host;
    this.port = port;
    this.connectMillis = connectMillis;
    this.readMillis = readMillis;
  }

  /** The daemon's address, for messages. */
  public String base() {
    return "http://" + host + ":" + port;
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
    try (HttpConnection connection = open(method, path, body, hash)) {
      return finish(connection, path, key, hash, maxReply);
    }
  }

  /** Sends a request and leaves the answer unread; the caller reads and closes. */
  public HttpConnection open(String method, String path, byte[] body, byte[] hash)
      throws IOException {
    HttpConnection connection = new HttpConnection(host, port, connectMillis, readMillis);
    boolean sent = false;
    try {
      connection.send(method, path, body, hash);
      sent = true;
    } finally {
      if (!sent) {
        connection.close();
      }
    }
    return connection;
  }

  /** Reads and verifies the answer of {@link #open}. */
  public Reply finish(
      HttpConnection connection, String path, SecretKey key, byte[] hash, int maxReply)
      throws IOException {
    int status = connection.status();
    byte[] reply = connection.body(maxReply);
    boolean good = status / 100 == 2;
    if (good && key != null) {
      byte[] expected = Signature.reply(key, hash, status, reply);
      if (!Signature.matches(expected, connection.header(Signature.REPLY_HEADER))) {
        throw new IOException(
            "the answer of " + base() + path + " is not signed by the job's token");
      }
    }
    return new Reply(status, reply);
  }
}
