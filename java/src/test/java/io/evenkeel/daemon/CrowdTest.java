package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.daemon.page.PageHandler;
import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Reply;
import io.evenkeel.wire.Watch;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.mapred.EvenkeelJobTracker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mortbay.jetty.Server;

/** People get their page while 2,000 TaskTrackers wait for news, with 20 threads for all. */
class CrowdTest {
  @TempDir File temp;

  /** A request that waits for news of a job, as it goes over the wire. */
  static byte[] watch(FakeJob job) {
    byte[] body =
        Watch.encode(Collections.singletonList(Watch.Entry.signed(job.key, job.id, 0, 0)));
    String head =
        "POST "
            + Paths.watch()
            + " HTTP/1.1\r\nHost: x\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    byte[] start = head.getBytes(StandardCharsets.US_ASCII);
    byte[] out = java.util.Arrays.copyOf(start, start.length + body.length);
    System.arraycopy(body, 0, out, start.length, body.length);
    return out;
  }

  /** Opens two thousand connections that wait. */
  static void crowd(List<Socket> sockets, int port, byte[] request) throws IOException {
    while (sockets.size() < 2000) {
      Socket socket = new Socket("127.0.0.1", port);
      sockets.add(socket);
      OutputStream out = socket.getOutputStream();
      out.write(request);
    }
  }

  @Test
  void thePageAnswersWhileTaskTrackersWait() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try (MasterServer master =
        new MasterServer(new MemoryStorage(), (id, params) -> new HashPlanner(params, "a test"))) {
      FakeJob job = new FakeJob(1, 2, MasterServer.jobFile(temp));
      master.book.added(job);
      Planners none = new Planners("/no/such/library.so", () -> null);
      JobPages known = new JobPages(master.book, none, new EvenkeelJobTracker(null));
      PageHandler pages = new PageHandler(known, probe -> {}, Clocks::millis);
      MasterEndpoints endpoints = new MasterEndpoints(master.book, master.parking, 120_000);
      Server server =
          MasterServer.serve(
              exchange -> {
                if (exchange.endpoint() == null) {
                  pages.handle(exchange.request(), exchange.response());
                } else {
                  endpoints.handle(exchange);
                }
              },
              MasterServer.THREADS);
      int port = server.getConnectors()[0].getLocalPort();
      HttpClient person = new HttpClient("127.0.0.1", port, 5000, 5000);
      try {
        person.call("GET", Paths.params(job.id), null, job.key, 1 << 16);
        crowd(sockets, port, watch(job));
        for (int i = 0; i < 600 && master.parking.parked() < sockets.size(); i++) {
          Thread.sleep(50);
        }
        assertEquals(sockets.size(), master.parking.parked());
        Reply page = person.call("GET", "/evenkeel", null, null, 1 << 20);
        assertEquals(200, page.status);
        String text = new String(page.body, StandardCharsets.UTF_8);
        assertTrue(text.contains(job.id) && text.contains("<h1>Evenkeel</h1>"), text);
        assertEquals(200, person.call("GET", "/evenkeel/status.json", null, null, 99999).status);
        assertTrue(master.parking.parked() > 0, "they still wait");
      } finally {
        for (Socket socket : sockets) {
          socket.close();
        }
        pages.close();
        server.stop();
      }
    }
  }
}
