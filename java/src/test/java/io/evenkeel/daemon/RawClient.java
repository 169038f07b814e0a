package io.evenkeel.daemon;

import io.evenkeel.wire.Signature;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.crypto.SecretKey;

/** Sends what a proper HTTP client would not. */
final class RawClient implements Closeable {
  private final Socket socket;

  RawClient(int port) throws IOException {
    socket = new Socket("127.0.0.1", port);
    socket.setSoTimeout(15000);
  }

  /** One request on a connection of its own; the status of its answer, 0 if there is none. */
  static int status(int port, byte[] request) throws IOException {
    try (RawClient client = new RawClient(port)) {
      client.send(request);
      return client.status();
    }
  }

  static byte[] request(String method, String path, String headers, byte[] body) {
    byte[] head =
        (method + " " + path + " HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    byte[] out = java.util.Arrays.copyOf(head, head.length + body.length);
    System.arraycopy(body, 0, out, head.length, body.length);
    return out;
  }

  /** A request with its length and a hash by {@code key}. */
  static byte[] signed(String method, String path, SecretKey key, byte[] body) {
    byte[] hash = Signature.request(key, method, path, method.equals("POST") ? body : null);
    return request(method, path, hash(hash) + "Content-Length: " + body.length + "\r\n", body);
  }

  static String hash(byte[] hash) {
    return Signature.HEADER + ": " + Signature.text(hash) + "\r\n";
  }

  void send(byte[] bytes) throws IOException {
    try {
      OutputStream out = socket.getOutputStream();
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      // The server may answer and hang up before all was sent; its answer can still be read.
      if (socket.isClosed()) {
        throw e;
      }
    }
  }

  /** The status of the next answer, 0 if the server hangs up instead, -1 if it does neither. */
  int status() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    InputStream in = socket.getInputStream();
    try {
      for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
        line.write(b);
      }
    } catch (java.net.SocketTimeoutException e) {
      return -1;
    } catch (java.net.SocketException e) {
      return 0;
    }
    String text = new String(line.toByteArray(), StandardCharsets.ISO_8859_1);
    return text.startsWith("HTTP/1.") ? Integer.parseInt(text.substring(9, 12)) : 0;
  }

  /** Whether the server has hung up, after what it has sent was read. */
  boolean closedWithin(int millis) throws IOException {
    socket.setSoTimeout(millis);
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[4096];
    try {
      while (in.read(buffer) >= 0) {
        continue;
      }
      return true;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
