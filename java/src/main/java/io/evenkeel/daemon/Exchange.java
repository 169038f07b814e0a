package io.evenkeel.daemon;

import io.evenkeel.wire.MapMark;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Signature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * One request and its answer. It lives as a request attribute, so that a request that was parked
 * and comes back is not read again.
 */
final class Exchange {
  private static final String ATTRIBUTE = Exchange.class.getName();
  private static final byte[] NOTHING = new byte[0];
  private static final Pattern NAME = Pattern.compile("[a-z]+");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

  private final String method;
  private final String path;
  private final String query;
  private final long arrived = System.nanoTime();
  private HttpServletRequest request;
  private HttpServletResponse response;
  private Map<String, String> parameters;
  private final Bodies bodies;
  private final Body incoming;
  private byte[] body;
  private byte[] hash;
  private SecretKey key;
  private Object state;

  private Exchange(HttpServletRequest request, Bodies bodies) {
    this.bodies = bodies;
    this.incoming = new Body(bodies);
    this.method = request.getMethod();
    this.path = request.getRequestURI();
    this.query = request.getQueryString();
  }

  static Exchange of(HttpServletRequest request, HttpServletResponse response, Bodies bodies) {
    Exchange known = (Exchange) request.getAttribute(ATTRIBUTE);
    if (known == null) {
      known = new Exchange(request, bodies);
      request.setAttribute(ATTRIBUTE, known);
    }
    known.request = request;
    known.response = response;
    return known;
  }

  HttpServletRequest request() {
    return request;
  }

  HttpServletResponse response() {
    return response;
  }

  /** The path without its query. */
  String path() {
    return path;
  }

  /** The endpoint's name, or null if the path is not below {@code /evenkeel/v1/}. */
  String endpoint() {
    return path.startsWith(Paths.ROOT) ? path.substring(Paths.ROOT.length()) : null;
  }

  /** Milliseconds since the request came in. */
  long age() {
    return (System.nanoTime() - arrived) / 1000000;
  }

  /** Refuses other methods. */
  void need(String wanted) throws HttpFailure {
    if (!wanted.equals(method)) {
      throw new HttpFailure(405, "use " + wanted);
    }
  }

  /** A parameter of the query, which must stand there once. */
  String parameter(String name) throws HttpFailure {
    if (parameters == null) {
      parameters = parse(query);
    }
    String value = parameters.get(name);
    if (value == null) {
      throw new HttpFailure(400, "parameter " + name + " is missing");
    }
    return value;
  }

  /** A parameter that is a number from 0 to {@code max}. */
  int number(String name, int max) throws HttpFailure {
    String value = parameter(name);
    try {
      int number = Integer.parseInt(value);
      if (number >= 0 && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new HttpFailure(400, "parameter " + name + " is not a number");
    }
    throw new HttpFailure(400, "parameter " + name + " is out of range");
  }

  private static Map<String, String> parse(String query) throws HttpFailure {
    Map<String, String> out = new HashMap<String, String>();
    if (query == null || query.length() > 1024) {
      throw new HttpFailure(400, "a query of at most 1024 characters is needed");
    }
    for (String part : query.split("&", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      String value = equals < 0 ? "" : part.substring(equals + 1);
      if (!NAME.matcher(name).matches() || !VALUE.matcher(value).matches()) {
        throw new HttpFailure(400, "malformed query");
      }
      if (out.put(name, value) != null) {
        throw new HttpFailure(400, "parameter " + name + " stands twice");
      }
    }
    return out;
  }

  /** The body, of at most {@code max} bytes, which is checked before it is read. May park. */
  byte[] body(int max) throws IOException {
    if (body == null) {
      body = "POST".equals(method) ? readBody(max) : NOTHING;
    }
    return body;
  }

  private byte[] readBody(int max) throws IOException {
    String header = request.getHeader("Content-Length");
    if (header == null) {
      throw new HttpFailure(411, "a Content-Length is needed");
    }
    long length;
    try {
      length = Long.parseLong(header.trim());
    } catch (NumberFormatException e) {
      throw new HttpFailure(400, "malformed Content-Length");
    }
    if (length < 0 || length > max) {
      throw new HttpFailure(413, "at most " + max + " bytes");
    }
    return incoming.read(this, (int) length);
  }

  /** The answer is given; its body need not be kept. */
  void done() {
    bodies.done(this);
  }

  /** Refuses a request that is not signed by this key; the answer will be signed by it too. */
  void verify(SecretKey by, int maxBody) throws IOException {
    if (key != null) {
      return;
    }
    String given = request.getHeader(Signature.HEADER);
    if (!Signature.isHash(given)) {
      throw new HttpFailure(401, "not signed");
    }
    byte[] signed = "POST".equals(method) ? body(maxBody) : null;
    byte[] expected =
        Signature.request(by, method, query == null ? path : path + "?" + query, signed);
    if (!Signature.matches(expected, given)) {
      throw new HttpFailure(401, "not signed by the job's token");
    }
    hash = expected;
    key = by;
  }

  /** What was kept when the request was parked, or null. */
  Object state() {
    return state;
  }

  /** Keeps something for when the request comes back. */
  void state(Object kept) {
    this.state = kept;
  }

  /** Answers, signed if the request was. */
  void reply(int status, byte[] bytes) throws IOException {
    response.setStatus(status);
    response.setContentType("application/octet-stream");
    if (key != null) {
      response.setHeader(
          Signature.REPLY_HEADER, Signature.text(Signature.reply(key, hash, status, bytes)));
    }
    if (status != 204) {
      response.setContentLength(bytes.length);
      response.getOutputStream().write(bytes);
    }
  }

  /** The mark of the map at {@code place} in a streamed answer. */
  MapMark mark(int place) {
    return new MapMark(key, hash, place);
  }

  /** Starts a streamed answer, whose hash covers the status only. */
  void beginStream(int bufferBytes) {
    response.setStatus(200);
    response.setContentType("application/octet-stream");
    response.setBufferSize(bufferBytes);
    response.setHeader(
        Signature.REPLY_HEADER, Signature.text(Signature.reply(key, hash, 200, null)));
  }

  /** Says no, in one line of plain text. */
  void refuse(int status, String why) throws IOException {
    if (response.isCommitted()) {
      throw new IOException("failed in the middle of an answer: " + why);
    }
    byte[] text = (why + "\n").getBytes(StandardCharsets.UTF_8);
    response.reset();
    response.setStatus(status);
    response.setContentType("text/plain; charset=utf-8");
    if (status == 503) {
      response.setHeader("Retry-After", "1");
    }
    response.setHeader("Connection", body == null && "POST".equals(method) ? "close" : null);
    response.setContentLength(text.length);
    response.getOutputStream().write(text);
  }

  /** The job that the query names. */
  String job() throws HttpFailure {
    String id = parameter("job");
    if (!Ids.isJob(id)) {
      throw new HttpFailure(400, "not a job id");
    }
    return id;
  }
}
