package io.evenkeel.wire;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One request and its answer, on a socket of its own. It asks as HTTP/1.0 does, so that an answer
 * comes in one piece and ends with the connection: an answer's own length or mark tells whether it
 * is whole.
 *
 * <p>{@code HttpURLConnection} does the same, but a fresh JVM pays some fifty classes and ten
 * milliseconds of CPU for it, it takes what arrives onto the heap unasked, and it throws unchecked
 * exceptions where another thread ends it.
 */
public final class HttpConnection implements Closeable {
  /** No more of an answer's head is read. */
  private static final int HEAD_BYTES = 16 << 10;

  private static final int BUFFER = 8 << 10;
  private static final int STATUS_AT = "HTTP/1.1 ".length();
  private static final int STATUS_LENGTH = 3;

  private final String host;
  private final int port;
  private final Socket socket = new Socket();
  private final Map<String, String> headers = new TreeMap<>();
  private InputStream in;
  private int left = HEAD_BYTES;

  /** Connects. */
  HttpConnection(String host, int port, int connectMillis, int readMillis) throws IOException {
    this.host = host;
    this.port = port;
    boolean good = false;
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(readMillis);
      socket.connect(new InetSocketAddress(host, port), connectMillis);
      good = true;
    } finally {
      if (!good) {
        close();
      }
    }
  }

  /** Sends the request; {@code body} and {@code hash} may be null. */
  void send(String method, String path, byte[] body, byte[] hash) throws IOException {
    StringBuilder head = new StringBuilder(256);
    head.append(method).append(' ').append(path).append(" HTTP/1.0\r\nHost: ");
    head.append(host).append(':').append(port).append("\r\n");
    if (hash != null) {
      head.append(Signature.HEADER).append(": ").append(Signature.text(hash)).append("\r\n");
    }
    if (body != null) {
      head.append("Content-Type: application/octet-stream\r\nContent-Length: ");
      head.append(body.length).append("\r\n");
    }
    byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = new byte[start.length + (body == null ? 0 : body.length)];
    System.arraycopy(start, 0, all, 0, start.length);
    if (body != null) {
      System.arraycopy(body, 0, all, start.length, body.length);
    }
    socket.getOutputStream().write(all);
  }

  /** Waits for the answer's head; its status. */
  public int status() throws IOException {
    in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    String first = line();
    int status = status(first);
    for (String next = line(); !next.isEmpty(); next = line()) {
      int colon = next.indexOf(':');
      if (colon > 0) {
        headers.put(key(next.substring(0, colon)), next.substring(colon + 1).trim());
      }
    }
    if (header("Transfer-Encoding") != null) {
      throw new IOException(this + " answers HTTP/1.0 in pieces");
    }
    return status;
  }

  private int status(String first) throws IOException {
    try {
      if (first.startsWith("HTTP/1.")) {
        return Integer.parseInt(first.substring(STATUS_AT, STATUS_AT + STATUS_LENGTH));
      }
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      // Said below.
    }
    throw new IOException(this + " does not speak HTTP");
  }

  private String line() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the answer of " + this + " ends before its body");
      }
      if (--left < 0) {
        throw new IOException("the answer of " + this + " has a head without end");
      }
      if (b != '\r') {
        text.append((char) b);
      }
    }
    return text.toString();
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** A header of the answer, or null. */
  public String header(String name) {
    return headers.get(key(name));
  }

  /** The answer's body, which ends with the connection. */
  public InputStream body() {
    return in;
  }

  /** The body, no longer than {@code most}, and as long as its head says if it says that. */
  byte[] body(int most) throws IOException {
    byte[] bytes = new byte[BUFFER];
    int length = 0;
    for (int got = in.read(bytes); got >= 0; got = in.read(bytes, length, bytes.length - length)) {
      length += got;
      if (length > most) {
        throw new IOException("the answer of " + this + " is longer than " + most + " bytes");
      }
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * length);
      }
    }
    String said = header("Content-Length");
    if (said != null && !said.equals(Integer.toString(length))) {
      throw new EOFException("the answer of " + this + " ends after " + length + " of " + said);
    }
    return Arrays.copyOf(bytes, length);
  }

  /** Ends it, from any thread: whoever reads meets an exception. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // There is nothing left to do for it.
    }
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
