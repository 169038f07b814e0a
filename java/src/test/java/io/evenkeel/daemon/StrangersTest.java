package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.ByteWriter;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.MessageBatch;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Reply;
import io.evenkeel.wire.Report;
import io.evenkeel.wire.Signature;
import io.evenkeel.wire.Table;
import io.evenkeel.wire.Watch;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever can reach the JobTracker's port: refused with a status, and good jobs unharmed. */
class StrangersTest {
  private static final int GROUPS = 12;
  private static final byte[] NOTHING = new byte[0];
  @TempDir File temp;
  private MasterServer master;
  private FakeJob job;
  private FakeJob other;

  @BeforeEach
  void start() throws Exception {
    master =
        new MasterServer(new MemoryStorage(), (id, params) -> new HashPlanner(params, "a test"));
    job = new FakeJob(1, 2, MasterServer.jobFile(temp));
    other = new FakeJob(2, 2, MasterServer.jobFile(temp));
    master.book.added(job);
    master.book.added(other);
    assertTrue(params(job).lateBinding());
    assertTrue(params(other).lateBinding());
  }

  @AfterEach
  void stop() throws Exception {
    master.close();
  }

  private JobParams params(FakeJob of) throws IOException {
    Reply reply = master.client.call("GET", Paths.params(of.id), null, of.key, 1 << 16);
    assertEquals(200, reply.status);
    return JobParams.decode(reply.body);
  }

  private static byte[] report() {
    return new Report(new long[GROUPS], null, null, null).encode();
  }

  private String path(FakeJob of, int map) {
    return Paths.report(of.id, map, of.attempt(true, map));
  }

  private int send(byte[] request) throws IOException {
    return RawClient.status(master.port(), request);
  }

  private int post(String path, String headers, byte[] body) throws IOException {
    return send(
        RawClient.request("POST", path, headers + "Content-Length: " + body.length + "\r\n", body));
  }

  /** The job works as if nothing had happened: both reports are its own, and so is its table. */
  private void unharmed(FakeJob of) throws Exception {
    assertEquals(0, master.book.find(of.id).planning().reported(), "nothing was taken before");
    for (int map = 0; map < 2; map++) {
      assertEquals(204, send(RawClient.signed("POST", path(of, map), of.key, report())));
    }
    Reply reply = master.client.call("GET", Paths.bulletin(of.id, 0, 0), null, of.key, 1 << 16);
    Bulletin news = Bulletin.decode(reply.body);
    assertEquals(Bulletin.TABLE, news.kind);
    assertTrue(Table.decode(news.message, GROUPS, 3).complete());
  }

  @Test
  void everyBitOfTheHashCounts() throws Exception {
    String path = path(job, 0);
    byte[] good = Signature.request(job.key, "POST", path, report());
    for (int bit = 0; bit < 8 * good.length; bit++) {
      byte[] bad = good.clone();
      bad[bit / 8] ^= (byte) (1 << bit % 8);
      assertEquals(401, post(path, RawClient.hash(bad), report()), "bit " + bit);
    }
    for (int length = 0; length < good.length; length++) {
      assertEquals(401, post(path, RawClient.hash(Arrays.copyOf(good, length)), report()));
    }
    assertEquals(401, post(path, RawClient.hash(Arrays.copyOf(good, 21)), report()), "longer");
    assertEquals(401, post(path, "", report()), "none");
    assertEquals(401, post(path, Signature.HEADER + ": %%%\r\n", report()), "not base 64");
    byte[] others = Signature.request(other.key, "POST", path, report());
    assertEquals(401, post(path, RawClient.hash(others), report()), "of another job");
    unharmed(job);
  }

  @Test
  void everyBitOfTheMessageCounts() throws Exception {
    String path = path(job, 0);
    byte[] body = report();
    byte[] hash = Signature.request(job.key, "POST", path, body);
    for (int bit = 0; bit < 8 * body.length; bit++) {
      byte[] bad = body.clone();
      bad[bit / 8] ^= (byte) (1 << bit % 8);
      assertEquals(401, post(path, RawClient.hash(hash), bad), "bit " + bit);
    }
    String header = RawClient.hash(hash);
    assertEquals(401, post(path(job, 1), header, body), "another map's name");
    assertEquals(401, post(path(other, 0), header, body), "another job's name");
    String later = path.substring(0, path.length() - 1) + "1";
    assertEquals(401, post(later, header, body), "another attempt");
    assertEquals(401, post(path, header, Arrays.copyOf(body, body.length - 1)), "cut");
    assertEquals(401, post(path, header, Arrays.copyOf(body, body.length + 1)), "longer");
    String reduced = Paths.reduced(job.id, 0, job.attempt(false, 0));
    assertEquals(401, post(reduced, header, body), "another endpoint");
    unharmed(job);
  }

  @Test
  void aReplayChangesNothing() throws Exception {
    byte[] first = RawClient.signed("POST", path(job, 0), job.key, report());
    for (int i = 0; i < 50; i++) {
      assertEquals(204, send(first));
    }
    JobRecord record = master.book.find(job.id);
    assertEquals(1, record.planning().reported());
    byte[] told = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    String path = Paths.reduced(job.id, 0, job.attempt(false, 0));
    for (int i = 0; i < 50; i++) {
      assertEquals(204, send(RawClient.signed("POST", path, job.key, told)));
    }
    assertEquals(Collections.singletonMap(0, "{\"a\":1}"), record.timelines());
    unharmed(other);
  }

  @Test
  void otherMethodsAndOddPathsAreRefused() throws Exception {
    String path = path(job, 0);
    for (String method : new String[] {"GET", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "X"}) {
      assertEquals(405, send(RawClient.signed(method, path, job.key, NOTHING)), method);
    }
    String params = Paths.params(job.id);
    assertEquals(405, send(RawClient.signed("POST", params, job.key, NOTHING)));
    String[] odd = {
      "/evenkeel/v1/../v1/params?job=" + job.id,
      "/evenkeel/v1//params?job=" + job.id,
      "/evenkeel/v1/%70arams?job=" + job.id,
      "/evenkeel/v1/params;x=y?job=" + job.id,
      "/evenkeel/v1/params/?job=" + job.id,
      "/evenkeel/v1/PARAMS?job=" + job.id,
      "/evenkeel/v2/params?job=" + job.id,
      "/evenkeel/v1?job=" + job.id,
      "/evenkeel/v1/params\u0000?job=" + job.id,
      "/EVENKEEL/v1/params?job=" + job.id,
      "/evenkeel/v1/..%2f..%2fetc/passwd?job=" + job.id,
      "/evenkeel/../../../etc/passwd",
      "//evenkeel/v1/params?job=" + job.id,
    };
    for (String each : odd) {
      int status = send(RawClient.signed("GET", each, job.key, NOTHING));
      boolean refused = status == 404 || status == 400 || status == 0;
      assertTrue(refused, each + ": " + status);
    }
    String[] queries = {
      "",
      "?",
      "?job",
      "?job=",
      "?job=x",
      "?job=" + job.id + "%00",
      "?job=" + job.id + "&",
      "?job=" + job.id + "&job=" + other.id,
      "?job=../" + job.id,
      "?JOB=" + job.id,
      "?job=job_\u00e9_0001",
      "?job=" + String.join("", Collections.nCopies(300, "x")),
      "?job=job_202601010000_99999999999999999999",
    };
    for (String each : queries) {
      int status = send(RawClient.signed("GET", Paths.ROOT + "params" + each, job.key, NOTHING));
      assertEquals(400, status, each);
    }
    for (String number : new String[] {"-1", "1048577", "2147483648", "1e3", "0x1", ""}) {
      String wrong =
          Paths.ROOT
              + "report?job="
              + job.id
              + "&map="
              + number
              + "&attempt="
              + job.attempt(true, 0);
      assertEquals(400, send(RawClient.signed("POST", wrong, job.key, report())), number);
    }
    unharmed(job);
    unharmed(other);
  }

  /** Jetty calls no filter before a body's first byte has come, so each request has one. */
  @Test
  void lengthsAreCheckedBeforeAnythingIsRead() throws Exception {
    String path = path(job, 0);
    String hash = RawClient.hash(new byte[20]);
    String[][] lengths = {
      {"10737418240", "413"},
      {"4194305", "413"},
      {"2147483648", "413"},
      {"-5", "413 400"},
      {"9223372036854775808", "400 413"},
      {"many", "400 413"},
      {"", "400 411 413"},
    };
    for (String[] each : lengths) {
      byte[] head =
          RawClient.request(
              "POST", path, hash + "Content-Length: " + each[0] + "\r\n", new byte[1]);
      try (RawClient client = new RawClient(master.port())) {
        client.send(head);
        String status = String.valueOf(client.status());
        assertTrue(each[1].contains(status), each[0] + ": " + status);
        assertTrue(client.closedWithin(5000), each[0] + " leaves the connection open");
      }
    }
    assertEquals(411, send(RawClient.request("POST", path, hash, NOTHING)), "no length");
    String chunked = "Transfer-Encoding: chunked\r\n";
    byte[] chunk = "3\r\nabc\r\n0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(411, send(RawClient.request("POST", path, hash + chunked, chunk)));
    assertEquals(0, master.bodies.bytes());
    unharmed(job);
  }

  @Test
  void malformedBatchesAndWatchesAreRefused() throws Exception {
    byte[][] bad = {
      NOTHING,
      {1},
      {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07},
      new ByteWriter().varint(4097).bytes(),
      new ByteWriter().varint(1L << 31).bytes(),
      new ByteWriter().varint(-1).bytes(),
      new ByteWriter().varint(1).u8(1).varint(2).u8(0xc3).u8(0x28).bytes(),
      new ByteWriter().varint(1).u8(9).text(job.id).bytes(),
      new ByteWriter().varint(1).u8(1).text(job.id).varint(1L << 40).bytes(),
      new ByteWriter().varint(0).u8(7).bytes(),
    };
    for (byte[] each : bad) {
      assertEquals(400, post(Paths.batch(), "", each), Arrays.toString(each));
      assertEquals(400, post(Paths.watch(), "", each), Arrays.toString(each));
    }
    assertEquals(400, post(Paths.watch(), "", new byte[] {0}), "nobody has signed it");
    MessageBatch.Entry forged =
        new MessageBatch.Entry(
            MessageBatch.REPORT, job.id, 0, job.attempt(true, 0), report(), new byte[20]);
    MessageBatch.Entry unknown =
        new MessageBatch.Entry(
            MessageBatch.REPORT, "job_x_0001", 0, "../..", report(), new byte[20]);
    byte[] two = MessageBatch.encode(Arrays.asList(forged, unknown));
    Reply reply = master.client.call("POST", Paths.batch(), two, null, 1000);
    List<Reply> replies = MessageBatch.decodeReply(reply.body);
    assertEquals("401 404", replies.get(0).status + " " + replies.get(1).status);
    Watch.Entry wish = new Watch.Entry(job.id, 0, 0, new byte[20]);
    byte[] one = Watch.encode(Collections.singletonList(wish));
    Reply refused = master.client.call("POST", Paths.watch(), one, null, 1000);
    assertEquals(401, Watch.decodeReply(refused.body).get(0).status);
    unharmed(job);
  }

  /**
   * A body that never comes holds no thread: the server answers others with all its places taken.
   */
  @Test
  void bodiesThatDoNotComeHoldNoThread() throws Exception {
    List<RawClient> stalled = new ArrayList<>();
    try {
      byte[] head =
          RawClient.request("POST", Paths.batch(), "Content-Length: 16777216\r\n", new byte[100]);
      for (int i = 0; i < 10 * MasterServer.THREADS; i++) {
        RawClient client = new RawClient(master.port());
        client.send(head);
        stalled.add(client);
      }
      unharmed(job);
      assertTrue(master.bodies.waiting() > MasterServer.THREADS, "they are waited for");
      assertTrue(master.bodies.bytes() <= stalled.size() * (16L << 10), "little is kept for them");
      unharmed(other);
    } finally {
      for (RawClient each : stalled) {
        each.close();
      }
    }
  }

  @Test
  void aBodyThatComesInPiecesIsRead() throws Exception {
    byte[] body = new byte[100000];
    byte[] loads = report();
    System.arraycopy(loads, 0, body, 0, loads.length);
    byte[] request = RawClient.signed("POST", path(job, 0), job.key, body);
    try (RawClient client = new RawClient(master.port())) {
      int step = request.length / 7;
      for (int at = 0; at < request.length; at += step) {
        client.send(Arrays.copyOfRange(request, at, Math.min(at + step, request.length)));
        Thread.sleep(60);
      }
      assertEquals(204, client.status());
    }
    assertEquals(0, master.bodies.bytes(), "given back");
    assertEquals(1, master.book.find(job.id).planning().reported());
  }

  @Test
  void largeBodiesShareABoundedRoom() throws Exception {
    List<RawClient> large = new ArrayList<>();
    try {
      byte[] most =
          RawClient.request(
              "POST", Paths.batch(), "Content-Length: 4000000\r\n", new byte[3999999]);
      int refused = 0;
      for (int i = 0; i < 6; i++) {
        RawClient client = new RawClient(master.port());
        client.send(most);
        large.add(client);
      }
      for (int wait = 0; wait < 100 && master.bodies.waiting() < 1; wait++) {
        Thread.sleep(50);
      }
      long bytes = master.bodies.bytes();
      assertTrue(bytes <= 8 << 20, bytes + " bytes are kept");
      for (RawClient each : large) {
        refused += each.closedWithin(4000) ? 1 : 0;
      }
      assertTrue(refused >= 3, refused + " refused");
      unharmed(job);
    } finally {
      for (RawClient each : large) {
        each.close();
      }
    }
  }

  @Test
  void aThousandStrangersAtOnce() throws Exception {
    int count = Integer.getInteger("evenkeel.strangers", 3000);
    int before = Thread.activeCount();
    ExecutorService crowd = Executors.newFixedThreadPool(32);
    List<Future<Integer>> answers = new ArrayList<>();
    byte[][] requests = {
      RawClient.request(
          "POST",
          path(job, 0),
          RawClient.hash(new byte[20]) + "Content-Length: 9\r\n",
          new byte[9]),
      RawClient.request("GET", Paths.params(job.id), "", NOTHING),
      RawClient.request("POST", Paths.batch(), "Content-Length: 3\r\n", new byte[] {1, 2, 3}),
      RawClient.request("POST", Paths.watch(), "Content-Length: 10737418240\r\n", new byte[1]),
      RawClient.signed("GET", Paths.bulletin(job.id, 0, 0), other.key, NOTHING),
      RawClient.request("GET", "/evenkeel/v1/\u0001", "", NOTHING),
      RawClient.request("BREW", Paths.params(job.id), "", NOTHING),
    };
    for (int i = 0; i < count; i++) {
      byte[] request = requests[i % requests.length];
      answers.add(crowd.submit(() -> send(request)));
    }
    int peak = 0;
    for (Future<Integer> each : answers) {
      int status = each.get();
      peak = Math.max(peak, Thread.activeCount());
      assertNotEquals(500, status);
      assertFalse(status / 100 == 2, "a stranger got " + status);
    }
    crowd.shutdownNow();
    // The crowd's own threads, the web server's and a few of the hook's.
    assertTrue(peak - before <= 32 + MasterServer.THREADS + 10, before + " to " + peak);
    // An answer may be read a moment before its request is put away.
    for (int wait = 0; wait < 100 && master.bodies.bytes() > 0; wait++) {
      Thread.sleep(50);
    }
    assertEquals(0, master.bodies.bytes());
    unharmed(job);
    unharmed(other);
  }
}
