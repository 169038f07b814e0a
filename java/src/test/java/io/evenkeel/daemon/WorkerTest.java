package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.ByteReader;
import io.evenkeel.wire.GroupsRequest;
import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.HttpConnection;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.MapEvent;
import io.evenkeel.wire.MapMark;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Reply;
import io.evenkeel.wire.Report;
import io.evenkeel.wire.Signature;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mortbay.jetty.Server;

/** A TaskTracker's endpoints between its tasks and a JobTracker's. */
class WorkerTest {
  private static final int GROUPS = 12;
  private static final int SLOTS = 3;
  @TempDir File temp;
  private MasterServer master;
  private Worker worker;
  private Server server;
  private HttpClient tracker;
  private FakeJob job;
  private FakeTracker node;

  @BeforeEach
  void start() throws Exception {
    master =
        new MasterServer(new MemoryStorage(), (id, params) -> new HashPlanner(params, "a test"));
    job = new FakeJob(1, 2, MasterServer.jobFile(temp));
    master.book.added(job);
    node =
        new FakeTracker(() -> Collections.singletonList(job), "127.0.0.1:" + master.port(), temp);
    worker = new Worker(node);
    server = MasterServer.serve(worker::handle, 5);
    tracker = new HttpClient("127.0.0.1", server.getConnectors()[0].getLocalPort(), 5000, 20000);
  }

  @AfterEach
  void stop() throws Exception {
    worker.close();
    server.stop();
    master.close();
  }

  private Reply get(String path) throws IOException {
    return tracker.call("GET", path, null, job.key, 1 << 20);
  }

  private int report(int map) throws IOException {
    byte[] body = new Report(new long[GROUPS], null, null, null).encode();
    String path = Paths.report(job.id, map, job.attempt(true, map));
    return tracker.call("POST", path, body, job.key, 1000).status;
  }

  @Test
  void mapEventsReachWaitingReducersThroughOneCopyANode() throws Exception {
    get(Paths.params(job.id));
    ExecutorService reducers = Executors.newFixedThreadPool(2);
    List<Future<Bulletin>> waiting = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      waiting.add(reducers.submit(() -> Bulletin.decode(get(Paths.bulletin(job.id, 0, 0)).body)));
    }
    Thread.sleep(500);
    job.events.add(new MapEvent(1, 0, MapEvent.SUCCEEDED, "http://127.0.0.1:5"));
    master.book.tick();
    for (Future<Bulletin> each : waiting) {
      Bulletin news = each.get();
      assertEquals(Bulletin.NOTHING, news.kind);
      assertEquals(1, news.events.size());
      assertEquals(job.attempt(true, 1), news.events.get(0).attemptId(job.id));
      assertEquals("http://127.0.0.1:5", news.events.get(0).tracker);
    }
    Future<Bulletin> more =
        reducers.submit(() -> Bulletin.decode(get(Paths.bulletin(job.id, 0, 1)).body));
    Thread.sleep(300);
    job.events.add(new MapEvent(1, 0, MapEvent.LOST, ""));
    job.mapsDone = 2;
    master.book.tick();
    assertEquals(1, more.get().first);
    assertEquals(MapEvent.LOST, more.get().events.get(0).state);
    reducers.shutdown();
    assertEquals(2, Bulletin.decode(get(Paths.bulletin(job.id, 0, 0)).body).events.size());
    assertEquals(2, master.book.find(job.id).meters.bulletins.get(), "each sent to this node once");
  }

  @Test
  void relaysBothWaysAndWaitsInOneRequest() throws Exception {
    JobParams params = JobParams.decode(get(Paths.params(job.id)).body);
    assertEquals(GROUPS, params.groups());
    ExecutorService reducers = Executors.newFixedThreadPool(20);
    List<Future<Bulletin>> waiting = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      waiting.add(reducers.submit(() -> Bulletin.decode(get(Paths.bulletin(job.id, 0, 0)).body)));
    }
    Thread.sleep(500);
    assertEquals(204, report(0));
    assertEquals(204, report(1));
    for (Future<Bulletin> each : waiting) {
      assertEquals(Bulletin.TABLE, each.get().kind);
    }
    reducers.shutdown();
    String path = Paths.reduced(job.id, 1, job.attempt(false, 1));
    assertEquals(204, tracker.call("POST", path, "{}".getBytes(), job.key, 1000).status);
    assertTrue(master.book.find(job.id).timelines().containsKey(1));
    assertEquals(200, get(Paths.statistics(job.id)).status);
    String health =
        new String(
            tracker.call("GET", "/evenkeel/v1/health", null, null, 1000).body,
            StandardCharsets.UTF_8);
    assertTrue(health.matches(".*\"watches\":[12],.*"), "the second one waits for maps: " + health);
    assertTrue(health.contains("\"relayed\":3,"), health);
    assertEquals(1, master.book.find(job.id).meters.bulletins.get(), "sent to this node once");
  }

  @Test
  void aStrangerGetsNothing() throws Exception {
    SecretKey other = new FakeJob(2, 1, null).key;
    for (String path :
        Arrays.asList(
            Paths.params(job.id), Paths.bulletin(job.id, 0, 0), Paths.statistics(job.id))) {
      assertEquals(401, tracker.call("GET", path, null, other, 1000).status);
      assertEquals(401, tracker.call("GET", path, null, null, 1000).status);
    }
    assertEquals(401, tracker.call("POST", Paths.groups(job.id), new byte[2], other, 1000).status);
    assertEquals(404, get(Paths.params("job_202601010000_0002")).status);
    job.ended = true;
    assertEquals(404, get(Paths.params(job.id)).status);
  }

  @Test
  void anotherJobWithTheSameIdGetsNothingOfTheFirst() throws Exception {
    WorkerJob first = worker.job(job.id);
    assertSame(first, worker.job(job.id));
    job = new FakeJob(job.id, "another secret", 2, null);
    assertNotSame(first, worker.job(job.id));
  }

  /** Writes a map's output whose group g holds g bytes of value g. */
  private void output(String attempt, int slots, int stockPairs) throws IOException {
    File folder = new File(temp, attempt);
    assertTrue(folder.mkdirs());
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    ByteArrayOutputStream index = new ByteArrayOutputStream();
    DataOutputStream entries = new DataOutputStream(index);
    for (int p = 0; p < slots + GROUPS; p++) {
      byte[] part = new byte[p < slots ? 6 : p - slots];
      Arrays.fill(part, (byte) (p - slots));
      entries.writeLong(data.size());
      entries.writeLong(p < slots ? 2 + stockPairs : part.length * 2);
      entries.writeLong(part.length);
      data.write(part);
    }
    CRC32 crc = new CRC32();
    crc.update(index.toByteArray());
    entries.writeLong(crc.getValue());
    Files.write(new File(folder, "file.out").toPath(), data.toByteArray());
    Files.write(new File(folder, "file.out.index").toPath(), index.toByteArray());
  }

  @Test
  void streamsManyGroupsOfManyMaps() throws Exception {
    job = new FakeJob(2, 5, MasterServer.jobFile(temp));
    master.book.added(job);
    String good = job.attempt(true, 0);
    String missing = job.attempt(true, 1);
    String wrong = job.attempt(true, 2);
    String full = job.attempt(true, 3);
    String last = job.attempt(true, 4);
    output(good, SLOTS, 0);
    output(last, SLOTS, 0);
    output(wrong, SLOTS - 1, 0);
    output(full, SLOTS, 7);
    GroupsRequest wanted =
        new GroupsRequest(
            Arrays.asList(
                new GroupsRequest.Part(
                    Arrays.asList(good, missing, wrong, full), new int[] {11, 0, 1, 4}),
                new GroupsRequest.Part(Arrays.asList(last), new int[] {4, 9})));
    byte[] body = wanted.encode();
    String path = Paths.groups(job.id);
    byte[] hash = Signature.request(job.key, "POST", path, body);
    ByteReader in;
    try (HttpConnection connection = tracker.open("POST", path, body, hash)) {
      assertEquals(200, connection.status());
      String signed = connection.header(Signature.REPLY_HEADER);
      assertTrue(Signature.matches(Signature.reply(job.key, hash, 200, null), signed));
      in = new ByteReader(all(connection.body()));
    }
    map(in, new MapMark(job.key, hash, 0), 11, 0, 1, 4);
    refused(in, new MapMark(job.key, hash, 1), GroupsRequest.LOST, 0);
    refused(in, new MapMark(job.key, hash, 2), GroupsRequest.WRONG_INDEX, SLOTS - 1 + GROUPS);
    refused(in, new MapMark(job.key, hash, 3), GroupsRequest.WRONG_INDEX, SLOTS + GROUPS);
    map(in, new MapMark(job.key, hash, 4), 4, 9);
    in.magic(GroupsRequest.END);
    in.end();
    // These files hold no checksums, so those that could be streamed count as damaged.
    assertEquals(Arrays.asList(good, missing, last), node.lost, "to be run again");
  }

  @Test
  void refusesGroupsThatNobodyMayAskFor() throws Exception {
    String good = job.attempt(true, 0);
    refuses("another place", part("../../x"));
    refuses("a map twice", part(good, good));
    refuses("a map in two parts", part(good), part(good));
    refuses("no map", part());
    refuses("a group twice", new GroupsRequest.Part(Arrays.asList(good), new int[] {1, 1}));
    refuses("no such group", new GroupsRequest.Part(Arrays.asList(good), new int[] {GROUPS}));
    GroupsRequest.Part[] many = new GroupsRequest.Part[job.maps + 1];
    for (int i = 0; i < many.length; i++) {
      many[i] = part(job.attempt(true, i));
    }
    refuses("more maps than the job has", many);
  }

  private static GroupsRequest.Part part(String... maps) {
    return new GroupsRequest.Part(Arrays.asList(maps), new int[] {1});
  }

  private void refuses(String why, GroupsRequest.Part... parts) throws Exception {
    byte[] body = new GroupsRequest(Arrays.asList(parts)).encode();
    assertEquals(400, tracker.call("POST", Paths.groups(job.id), body, job.key, 1000).status, why);
  }

  private static void refused(ByteReader in, MapMark mark, int status, int entries)
      throws IOException {
    assertEquals(status, in.u8());
    assertEquals(entries, in.varint());
    assertArrayEquals(mark.add(status).add(entries).end(), in.take(Signature.LENGTH));
  }

  private static void map(ByteReader in, MapMark mark, int... groups) throws IOException {
    assertEquals(GroupsRequest.OK, in.u8());
    assertEquals(SLOTS + GROUPS, in.varint());
    mark.add(GroupsRequest.OK).add(SLOTS + GROUPS);
    for (int group : groups) {
      if (2L * group <= GroupsRequest.EMPTY) {
        assertEquals(GroupsRequest.WITHOUT_PAIRS, in.varint());
        assertEquals(1, in.varint(), "the next one is not as long");
        assertEquals(group, in.varint());
        mark.add(GroupsRequest.WITHOUT_PAIRS).add(1).add(group);
        continue;
      }
      assertEquals(2L * group, in.varint());
      assertEquals(group, in.varint());
      byte[] expected = new byte[group];
      Arrays.fill(expected, (byte) group);
      assertArrayEquals(expected, in.take(group));
      mark.add(2L * group).add(group).add(group * 0x01010101);
    }
    assertArrayEquals(mark.end(), in.take(Signature.LENGTH));
  }

  private static byte[] all(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[100];
    for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
      out.write(buffer, 0, got);
    }
    return out.toByteArray();
  }

  @Test
  void twoThousandWaitingTaskTrackersHoldNoThread() throws Exception {
    get(Paths.params(job.id));
    byte[] request = CrowdTest.watch(job);
    List<Socket> sockets = new ArrayList<>();
    try {
      CrowdTest.crowd(sockets, master.port(), request);
      for (int i = 0; i < 600 && master.parking.parked() < sockets.size(); i++) {
        Thread.sleep(50);
      }
      assertEquals(sockets.size(), master.parking.parked());
      assertEquals(
          200,
          master.client.call("GET", Paths.params(job.id), null, job.key, 1 << 16).status,
          "others are still answered");
      report(0);
      report(1);
      for (Socket socket : sockets) {
        socket.setSoTimeout(9000);
        assertEquals('H', socket.getInputStream().read());
      }
      assertEquals(0, master.parking.parked());
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
