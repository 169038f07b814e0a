package io.evenkeel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever a server answers, a client gets a checked answer or an IOException, in bounded room. */
class HttpConnectionTest {
  private static final SecretKeySpec KEY = new SecretKeySpec(new byte[20], "HmacSHA1");

  private ServerSocket server;
  private CompletableFuture<String> asked;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    asked = new CompletableFuture<>();
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  /** Answers one request with these bytes, and keeps the request. */
  private void answer(byte[] bytes) {
    Thread thread =
        new Thread(
            () -> {
              try (Socket socket = server.accept()) {
                byte[] request = new byte[4096];
                int got = socket.getInputStream().read(request);
                socket.getOutputStream().write(bytes);
                asked.complete(new String(request, 0, got, StandardCharsets.ISO_8859_1));
              } catch (IOException e) {
                asked.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void answer(String text) {
    answer(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private HttpClient client() {
    return new HttpClient("127.0.0.1", server.getLocalPort(), 2000, 2000);
  }

  private Reply get(int most) throws IOException {
    return client().call("GET", "/x", null, null, most);
  }

  private String failure(String answer) {
    answer(answer);
    return assertThrows(IOException.class, () -> get(100)).getMessage();
  }

  @Test
  void aBodyMayEndWithTheConnectionOrWhereItsHeadSays() throws Exception {
    answer("HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody");
    assertEquals("body", new String(get(4).body, StandardCharsets.ISO_8859_1));
    answer("HTTP/1.0 503 Full\ncontent-LENGTH: 4\n\nbody");
    Reply reply = get(4);
    assertEquals(503, reply.status);
    assertEquals("body", new String(reply.body, StandardCharsets.ISO_8859_1));
  }

  @Test
  void whatIsNotWholeIsNoAnswer() {
    assertTrue(failure("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nbody").contains("4 of 5"));
    assertTrue(failure("HTTP/1.1 200 OK\r\nServer: x").contains("ends before its body"));
    assertTrue(failure("").contains("ends before its body"));
  }

  @Test
  void whatIsNotHttpIsNoAnswer() {
    assertTrue(failure("SSH-2.0-x\r\n\r\n").contains("does not speak HTTP"));
    assertTrue(failure("HTTP/1.1\r\n\r\n").contains("does not speak HTTP"));
    assertTrue(failure("HTTP/1.1 2x0 OK\r\n\r\n").contains("does not speak HTTP"));
    String pieces = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n";
    assertTrue(failure(pieces).contains("in pieces"));
  }

  @Test
  void neitherHeadNorBodyIsReadWithoutBound() {
    StringBuilder head = new StringBuilder("HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 5000; i++) {
      head.append("H").append(i).append(": x\r\n");
    }
    assertTrue(failure(head.toString()).contains("head without end"));
    answer("HTTP/1.1 200 OK\r\n\r\nbody!");
    assertTrue(assertThrows(IOException.class, () -> get(4)).getMessage().contains("longer than"));
  }

  @Test
  void aSignedRequestSaysAllThatIsSignedAndTakesOnlyASignedAnswer() throws Exception {
    byte[] body = {1, 2, 3};
    byte[] hash = Signature.request(KEY, "POST", "/x?y=1", body);
    byte[] signed = Signature.reply(KEY, hash, 200, new byte[] {'o', 'k'});
    String mark = Signature.REPLY_HEADER + ": " + Signature.text(signed) + "\r\n";
    answer("HTTP/1.1 200 OK\r\n" + mark + "\r\nok");
    assertEquals(2, client().call("POST", "/x?y=1", body, KEY, 9).body.length);
    String request = asked.get();
    assertTrue(request.startsWith("POST /x?y=1 HTTP/1.0\r\n"), request);
    assertTrue(request.contains(Signature.HEADER + ": " + Signature.text(hash) + "\r\n"), request);
    assertTrue(request.contains("Content-Length: 3\r\n"), request);
    assertTrue(request.endsWith("\r\n\r\n\u0001\u0002\u0003"), request);
    answer("HTTP/1.1 200 OK\r\n" + mark + "\r\nno");
    IOException e =
        assertThrows(IOException.class, () -> client().call("POST", "/x?y=1", body, KEY, 9));
    assertTrue(e.getMessage().contains("not signed"), e.getMessage());
  }

  /** A long wait is given up from another thread. */
  @Test
  void closingEndsAWait() throws Exception {
    HttpClient patient = new HttpClient("127.0.0.1", server.getLocalPort(), 2000, 600_000);
    HttpConnection connection = patient.open("GET", "/x", null, null);
    try (Socket silent = server.accept();
        InputStream in = silent.getInputStream()) {
      assertTrue(in.read() >= 0);
      FutureTask<IOException> end =
          new FutureTask<>(() -> assertThrows(IOException.class, connection::status));
      Thread reader = new Thread(end);
      reader.start();
      // Whether it waits already or begins to: it ends in both cases.
      Thread.sleep(200);
      connection.close();
      assertNotNull(end.get(60, TimeUnit.SECONDS));
    }
  }

  @Test
  void anAnswerIsOverWhereItsHeadSaysAlthoughTheConnectionStaysOpen() throws Exception {
    HttpClient patient = new HttpClient("127.0.0.1", server.getLocalPort(), 2000, 600_000);
    try (HttpConnection connection = patient.open("GET", "/x", null, null);
        Socket open = server.accept()) {
      String text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more";
      open.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      assertEquals(2, patient.finish(connection, "/x", null, null, 2).body.length);
    }
  }

  @Test
  void whatIsNoAddressIsAnException() {
    HttpClient high = new HttpClient("127.0.0.1", 70_000, 100, 100);
    assertThrows(IOException.class, () -> high.call("GET", "/x", null, null, 9));
    String two = "/x HTTP/1.0\r\nEvil: yes\r\n\r\n";
    IOException e = assertThrows(IOException.class, () -> client().call("GET", two, null, null, 9));
    assertTrue(e.getMessage().contains("no address has"), e.getMessage());
  }

  @Test
  void largeBodiesArriveWhole() throws Exception {
    byte[] body = new byte[200_000];
    Arrays.fill(body, (byte) 'b');
    FutureTask<Integer> arrived = new FutureTask<>(this::countB);
    new Thread(arrived).start();
    client().open("POST", "/x", body, null).close();
    assertEquals(body.length, arrived.get(60, TimeUnit.SECONDS).intValue());
  }

  private int countB() throws IOException {
    try (Socket socket = server.accept();
        InputStream in = new BufferedInputStream(socket.getInputStream())) {
      int total = 0;
      for (int b = in.read(); b >= 0; b = in.read()) {
        total += b == 'b' ? 1 : 0;
      }
      return total;
    }
  }
}
