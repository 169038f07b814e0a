package io.evenkeel.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a task hears when no daemon serves it: each one's own word, with its address. */
class DaemonLineTest {
  private static final String PATH =
      "/evenkeel/v1/report?job=job_1_0001&map=0&attempt=attempt_1_0001_m_000000_0";

  private final List<HttpServer> servers = new ArrayList<>();

  @AfterEach
  void stop() {
    servers.forEach(server -> server.stop(0));
  }

  private InetSocketAddress daemon(int status, String says) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(any, 0);
    byte[] body = says.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    servers.add(server);
    return server.getAddress();
  }

  private static String refusal(InetSocketAddress... daemons) {
    DaemonLine line =
        new DaemonLine("job_1_0001", new SecretKeySpec(new byte[20], "HmacSHA1"), daemons);
    return assertThrows(
            IOException.class, () -> line.report(0, "attempt_1_0001_m_000000_0", new byte[1]))
        .getMessage();
  }

  private static String base(InetSocketAddress daemon) {
    return "http://" + daemon.getHostName() + ":" + daemon.getPort();
  }

  @Test
  void eachDaemonsReasonIsTold() throws IOException {
    InetSocketAddress tracker = daemon(503, "no answer of the JobTracker's hook\n");
    InetSocketAddress master = daemon(404, "<html>\n<body>no such page</body></html>");
    assertEquals(
        base(tracker)
            + PATH
            + " answers 503: no answer of the JobTracker's hook; "
            + base(master)
            + PATH
            + " answers 404",
        refusal(tracker, master));
  }

  @Test
  void withoutAnAddressThatIsTheReason() {
    assertEquals("no daemon's HTTP address is known", refusal(null, null));
  }
}
