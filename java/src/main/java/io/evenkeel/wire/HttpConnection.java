package io.evenkeel.wire;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

  /** A body up to here is sent together with the head. */
  private static final int SMALL = 64 << 10;

  private static final int BUFFER = 8 << 10;
  private static final String VERSION = "HTTP/1.";
  private static final int STATUS_AT = 9;
  private static final int STATUS_END = 12;
  private static final int MOST_DIGITS = 15;

  private final String host;
  private final int port;
  private final Socket socket = new Socket(Proxy.NO_PROXY);
  private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
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
    } catch (IllegalArgumentException e) {
      throw new IOException(this + " is no address", e);
    } finally {
      if (!good) {
        close();
      }
    }
  }

  /** Sends the request; {@code body} and {@code hash} may be null. */
  void send(String method, String path, byte[] body, byte[] hash) throws IOException {
    byte[] head = head(method, path, body, hash);
    OutputStream out = socket.getOutputStream();
    if (body == null) {
      out.write(head);
    } else if (body.length > SMALL) {
      out.write(head);
      out.write(body);
    } else {
      byte[] both = Arrays.copyOf(head, head.length + body.length);
      System.arraycopy(body, 0, both, head.length, body.length);
      out.write(both);
    }
  }

  private byte[] head(String method, String path, byte[] body, byte[] hash) throws IOException {
    StringBuilder head = new StringBuilder(256);
    head.append(method).append(' ').append(word(path)).append(" HTTP/1.0\r\nHost: ");
    head.append(word(host)).append(':').append(port).append("\r\n");
    if (hash != null) {
      head.append(Signature.HEADER).append(": ").append(Signature.text(hash)).append("\r\n");
    }
    if (body != null) {
      head.append("Content-Type: application/octet-stream\r\nContent-Length: ");
      head.append(body.length).append("\r\n");
    }
    return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** What stands in the head must not end its line. */
  private static String word(String text) throws IOException {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) <= ' ' || text.charAt(i) > '~') {
        throw new IOException("a character that no address has in " + text);
      }
    }
    return text;
  }

  /** Waits for the answer's head; its status. To be called once, before all that reads it. */
  public int status() throws IOException {
    in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    int status = status(line());
    for (String next = line(); !next.isEmpty(); next = line()) {
      int colon = next.indexOf(':');
      if (colon > 0) {
        headers.put(next.substring(0, colon), next.substring(colon + 1).trim());
      }
    }
    if (header("Transfer-Encoding") != null) {
      throw new IOException(this + " answers HTTP/1.0 in pieces");
    }
    return status;
  }

  private int status(String first) throws IOException {
    boolean http = first.startsWith(VERSION) && first.length() >= STATUS_END;
    return (int) number(http ? first.substring(STATUS_AT, STATUS_END) : "");
  }

  private long number(String digits) throws IOException {
    long value = 0;
    boolean good = !digits.isEmpty() && digits.length() <= MOST_DIGITS;
    for (int i = 0; good && i < digits.length(); i++) {
      good = digits.charAt(i) >= '0' && digits.charAt(i) <= '9';
      value = 10 * value + digits.charAt(i) - '0';
    }
    if (!good) {
      throw new IOException(this + " does not speak HTTP");
    }
    return value;
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

  /** A header of the answer, or null. */
  public String header(String name) {
    return headers.get(name);
  }

  /** The answer's body, which ends with the connection. */
  public InputStream body() {
    return in;
  }

  /** The body, no longer than {@code most}, and as long as its head says if it says that. */
  byte[] body(int most) throws IOException {
    long said = said();
    if (said > most) {
      throw tooLong(most);
    }
    byte[] bytes = new byte[said >= 0 ? (int) said : BUFFER];
    int length = 0;
    while (length != said) {
      int got = in.read(bytes, length, bytes.length - length);
      if (got < 0 && said >= 0) {
        throw new EOFException("the answer of " + this + " ends after " + length + " of " + said);
      }
      if (got < 0) {
        break;
      }
      length += got;
      if (length > most) {
        throw tooLong(most);
      }
      if (said < 0 && length == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * length);
      }
    }
    return Arrays.copyOf(bytes, length);
  }

  private IOException tooLong(int most) {
    return new IOException("the answer of " + this + " is longer than " + most + " bytes");
  }

  /** How long the head says the body is, or -1. */
  private long said() throws IOException {
    String text = header("Content-Length");
    return text == null ? -1 : number(text);
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
