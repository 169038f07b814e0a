package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.ByteWriter;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Report;
import io.evenkeel.wire.Signature;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mortbay.jetty.Server;

/**
 * Whoever can reach a TaskTracker's port: every bit of hash and message counts at each of its
 * endpoints, and nothing of it reaches the JobTracker.
 */
class WorkerStrangersTest {
  private static final int GROUPS = 12;
  @TempDir File temp;
  private MasterServer master;
  private Worker worker;
  private Server server;
  private FakeJob job;
  private FakeJob other;

  /** What the job's tasks ask a TaskTracker, by path; null is a GET. */
  private final Map<String, byte[]> requests = new LinkedHashMap<>();

  @BeforeEach
  void start() throws Exception {
    master =
        new MasterServer(new MemoryStorage(), (id, params) -> new HashPlanner(params, "a test"));
    job = new FakeJob(1, 2, MasterServer.jobFile(temp));
    other = new FakeJob(2, 2, MasterServer.jobFile(temp));
    master.book.added(job);
    master.book.added(other);
    FakeTracker node =
        new FakeTracker(() -> Arrays.asList(job, other), "127.0.0.1:" + master.port(), temp);
    worker = new Worker(node);
    server = MasterServer.serve(worker::handle, 5);
    String map = job.attempt(true, 0);
    requests.put(Paths.params(job.id), null);
    requests.put(Paths.bulletin(job.id, 0, 0), null);
    requests.put(Paths.statistics(job.id), null);
    byte[] report = new Report(new long[GROUPS], null, null, null).encode();
    requests.put(Paths.report(job.id, 0, map), report);
    byte[] timeline = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    requests.put(Paths.reduced(job.id, 0, job.attempt(false, 0)), timeline);
    byte[] wanted = new ByteWriter().varint(1).text(map).varint(1).varint(3).bytes();
    requests.put(Paths.groups(job.id), wanted);
  }

  @AfterEach
  void stop() throws Exception {
    worker.close();
    server.stop();
    master.close();
  }

  private int send(String path, String hash, byte[] body) throws IOException {
    int port = server.getConnectors()[0].getLocalPort();
    if (body == null) {
      return RawClient.status(port, RawClient.request("GET", path, hash, new byte[0]));
    }
    String length = "Content-Length: " + body.length + "\r\n";
    return RawClient.status(port, RawClient.request("POST", path, hash + length, body));
  }

  private static byte[] hash(FakeJob of, String path, byte[] body) {
    return Signature.request(of.key, body == null ? "GET" : "POST", path, body);
  }

  private static byte[] flipped(byte[] bytes, int bit) {
    byte[] out = bytes.clone();
    out[bit / 8] ^= (byte) (1 << bit % 8);
    return out;
  }

  /** Nothing came through so far; unspoilt, all of it does. */
  private void unharmed() throws Exception {
    JobRecord record = master.book.find(job.id);
    assertEquals(0, record.planning().reported(), "nothing was relayed");
    assertTrue(record.timelines().isEmpty(), "nothing was relayed");
    String bulletin = Paths.bulletin(job.id, 0, 0);
    for (Map.Entry<String, byte[]> each : requests.entrySet()) {
      String path = each.getKey();
      if (!path.equals(bulletin)) { // It would wait for news.
        byte[] good = hash(job, path, each.getValue());
        assertNotEquals(401, send(path, RawClient.hash(good), each.getValue()), path);
      }
    }
    assertEquals(1, record.planning().reported());
    assertEquals(Collections.singletonMap(0, "{\"a\":1}"), record.timelines());
  }

  @Test
  void everyBitOfTheHashCounts() throws Exception {
    for (Map.Entry<String, byte[]> each : requests.entrySet()) {
      String path = each.getKey();
      byte[] body = each.getValue();
      byte[] good = hash(job, path, body);
      for (int bit = 0; bit < 8 * good.length; bit++) {
        String bad = RawClient.hash(flipped(good, bit));
        assertEquals(401, send(path, bad, body), path + " bit " + bit);
      }
      for (int length = 0; length <= good.length + 1; length++) {
        if (length != good.length) {
          String bad = RawClient.hash(Arrays.copyOf(good, length));
          assertEquals(401, send(path, bad, body), path + " " + length + " bytes");
        }
      }
      assertEquals(401, send(path, "", body), path + " none");
      String others = RawClient.hash(hash(other, path, body));
      assertEquals(401, send(path, others, body), path + " of another job");
    }
    unharmed();
  }

  @Test
  void everyBitOfTheMessageCounts() throws Exception {
    for (Map.Entry<String, byte[]> each : requests.entrySet()) {
      String path = each.getKey();
      byte[] body = each.getValue();
      String header = RawClient.hash(hash(job, path, body));
      assertEquals(401, send(path.replace(job.id, other.id), header, body), "another job's name");
      assertEquals(401, send(path + "&x=1", header, body), "a longer query");
      if (body == null) {
        continue;
      }
      for (int bit = 0; bit < 8 * body.length; bit++) {
        assertEquals(401, send(path, header, flipped(body, bit)), path + " bit " + bit);
      }
      assertEquals(401, send(path, header, Arrays.copyOf(body, body.length - 1)), "cut");
      assertEquals(401, send(path, header, Arrays.copyOf(body, body.length + 1)), "longer");
    }
    unharmed();
  }
}
