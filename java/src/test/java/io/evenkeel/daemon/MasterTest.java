package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Reply;
import io.evenkeel.wire.Report;
import io.evenkeel.wire.Statistic;
import io.evenkeel.wire.StatisticsMessage;
import io.evenkeel.wire.Table;
import io.evenkeel.wire.Watch;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MasterTest {
  @TempDir File temp;
  private final MemoryStorage storage = new MemoryStorage();
  private MasterServer master;

  @BeforeEach
  void start() throws Exception {
    master = new MasterServer(storage, (job, params) -> new LastMapPlanner(params));
  }

  @AfterEach
  void stop() throws Exception {
    master.close();
  }

  /** Puts every group on the slot that the last map's first load names. */
  private static final class LastMapPlanner implements Planner {
    private final JobParams params;
    private int slot;
    private boolean hinted;

    LastMapPlanner(JobParams params) {
      this.params = params;
    }

    @Override
    public boolean add(int map, byte[] report) {
      try {
        slot = (int) Report.decode(report, params.groups()).loads()[0];
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      return true;
    }

    @Override
    public byte[] hint() {
      boolean first = !hinted && slot > 0;
      hinted |= first;
      return first
          ? io.evenkeel.wire.Hints.of(1, params.slots(), new int[params.groups()]).encode()
          : null;
    }

    @Override
    public byte[] finalise() {
      int[] slots = new int[params.groups()];
      java.util.Arrays.fill(slots, slot);
      return new Table(true, "last", params.slots(), slots, new byte[slots.length]).encode();
    }

    @Override
    public byte[] snapshot() {
      return "{\"x\":1}".getBytes();
    }

    @Override
    public void close() {}
  }

  private FakeJob add(int number, int maps, String... pairs) throws IOException {
    FakeJob job = new FakeJob(number, maps, MasterServer.jobFile(temp, pairs));
    master.book.added(job);
    return job;
  }

  private Reply get(FakeJob job, String path) throws IOException {
    return master.client.call("GET", path, null, job.key, 1 << 20);
  }

  private int post(FakeJob job, String path, byte[] body) throws IOException {
    return master.client.call("POST", path, body, job.key, 1 << 20).status;
  }

  private int report(FakeJob job, int map, byte[] body) throws IOException {
    return post(job, Paths.report(job.id, map, job.attempt(true, map)), body);
  }

  private static byte[] loads(long first, byte[] statistics) {
    long[] loads = new long[12];
    loads[0] = first;
    return new Report(loads, null, null, statistics).encode();
  }

  private Bulletin bulletin(FakeJob job, int after) throws IOException {
    Reply reply = get(job, Paths.bulletin(job.id, after));
    assertEquals(200, reply.status);
    return Bulletin.decode(reply.body);
  }

  private void until(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 400 && !condition.getAsBoolean(); i++) {
      master.book.tick();
      Thread.sleep(25);
    }
    assertTrue(condition.getAsBoolean());
  }

  private Bulletin table(FakeJob job) throws Exception {
    until(() -> storage.files.containsKey(job.id + "/table"));
    Bulletin news = bulletin(job, 5);
    assertEquals(Bulletin.TABLE, news.kind);
    return news;
  }

  @Test
  void fromParametersOverReportsAndHintsToTheTable() throws Exception {
    FakeJob job = add(1, 2);
    JobParams params = JobParams.decode(get(job, Paths.params(job.id)).body);
    assertTrue(params.lateBinding());
    assertEquals(12, params.groups());
    assertTrue(storage.files.containsKey(job.id + "/params"), "stored before it is handed out");

    Statistic statistic = Statistic.ofLongs();
    statistic.add(5);
    byte[] counted = StatisticsMessage.encode(Collections.singletonMap("s", statistic));
    assertEquals(204, report(job, 0, loads(1, counted)));
    Bulletin hints = bulletin(job, 0);
    assertEquals(Bulletin.HINTS, hints.kind);
    assertEquals(503, get(job, Paths.statistics(job.id)).status);
    assertEquals(204, report(job, 0, loads(2, counted)), "a second report is taken and ignored");
    assertEquals(204, report(job, 1, loads(2, counted)));
    Bulletin news = bulletin(job, hints.stage);
    assertEquals(Bulletin.TABLE, news.kind);
    Table table = Table.decode(news.message, 12, 3);
    assertEquals(2, table.slotOf(7));
    assertArrayEquals(news.message, storage.files.get(job.id + "/table"));
    Map<String, Statistic> sums = StatisticsMessage.decode(get(job, Paths.statistics(job.id)).body);
    assertEquals(10, sums.get("s").longSum());
    assertEquals(204, report(job, 1, loads(0, null)), "late");
    assertArrayEquals(news.message, bulletin(job, 0).message, "for ever");
  }

  @Test
  void strangersAreRefused() throws Exception {
    FakeJob job = add(1, 2);
    FakeJob other = add(2, 2);
    get(job, Paths.params(job.id));
    get(other, Paths.params(other.id));
    String path = Paths.report(job.id, 0, job.attempt(true, 0));
    assertEquals(401, post(other, path, loads(1, null)), "another job's token");
    assertEquals(401, master.client.call("POST", path, loads(1, null), null, 1000).status);
    String wrongMap = Paths.report(job.id, 1, job.attempt(true, 0));
    assertEquals(400, post(job, wrongMap, loads(1, null)), "another map's attempt");
    String wrongKind = Paths.report(job.id, 0, job.attempt(false, 0));
    assertEquals(400, post(job, wrongKind, loads(1, null)), "a reduce's attempt");
    assertEquals(400, report(job, 2, loads(1, null)), "no such map");
    assertEquals(405, get(job, path).status);
    assertEquals(404, get(job, Paths.params("job_202601010000_0009")).status);
    assertEquals(400, get(job, Paths.params("../../etc")).status);
    assertEquals(400, get(job, Paths.params(job.id) + "&job=" + other.id).status);
    assertEquals(404, get(job, "/evenkeel/v1/../v1/params?job=" + job.id).status);
    assertEquals(413, post(job, path, new byte[(4 << 20) + 1]));
    assertEquals(0, master.book.find(job.id).planning().reported());
    assertEquals(204, report(job, 0, new byte[] {1, 2, 3}), "nonsense is taken and left out");
    assertEquals(204, report(job, 1, loads(1, null)));
    assertEquals(1, Table.decode(table(job).message, 12, 3).slotOf(0));
  }

  @Test
  void missingReportsAreWaitedForOnlySoLong() throws Exception {
    FakeJob job = add(1, 3);
    get(job, Paths.params(job.id));
    report(job, 1, loads(2, null));
    Thread.sleep(300);
    master.book.tick();
    assertFalse(storage.files.containsKey(job.id + "/table"), "maps still run");
    job.mapsDone = 3;
    assertEquals(2, Table.decode(table(job).message, 12, 3).slotOf(0));
  }

  @Test
  void aJobWithoutMapsIsDecidedAtOnce() throws Exception {
    FakeJob job = add(1, 0);
    assertEquals(Bulletin.TABLE, table(job).kind);
  }

  @Test
  void noTableIsSeenBeforeItIsStored() throws Exception {
    FakeJob job = add(1, 1);
    get(job, Paths.params(job.id));
    storage.broken = true;
    report(job, 0, loads(1, null));
    Thread.sleep(300);
    assertNull(master.book.find(job.id).newsAfter(1));
    storage.broken = false;
    assertEquals(Bulletin.TABLE, table(job).kind);
  }

  @Test
  void aHangingOrFailingSchedulerGivesTheHashTable() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    master.close();
    master =
        new MasterServer(
            storage,
            (job, params) ->
                new BrokenPlanner(
                    () -> {
                      if (job.endsWith("1")) {
                        await(never);
                      }
                      throw new IllegalStateException("on purpose");
                    }));
    for (int number = 1; number <= 2; number++) {
      FakeJob job = add(number, 1);
      get(job, Paths.params(job.id));
      report(job, 0, loads(1, null));
      Table table = Table.decode(table(job).message, 12, 3);
      assertEquals("hash", table.algorithm());
      assertEquals(2, table.slotOf(5));
    }
    never.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Does something else instead of scheduling. */
  private static class BrokenPlanner implements Planner {
    private final Runnable instead;

    BrokenPlanner(Runnable instead) {
      this.instead = instead;
    }

    @Override
    public boolean add(int map, byte[] report) {
      return true;
    }

    @Override
    public byte[] hint() {
      return null;
    }

    @Override
    public byte[] finalise() {
      instead.run();
      return new byte[0];
    }

    @Override
    public byte[] snapshot() {
      return new byte[0];
    }

    @Override
    public void close() {}
  }

  @Test
  void aRestartFindsParametersAndTableAgain() throws Exception {
    FakeJob job = add(1, 1);
    byte[] params = get(job, Paths.params(job.id)).body;
    report(job, 0, loads(2, null));
    byte[] message = table(job).message;
    master.close();
    master = new MasterServer(storage, (id, p) -> new HashPlanner(p));
    job.jobFile = MasterServer.jobFile(temp, "evenkeel.groups", "99");
    master.book.added(job);
    assertArrayEquals(params, get(job, Paths.params(job.id)).body);
    assertArrayEquals(message, table(job).message);
  }

  @Test
  void theEndOfAJobLeavesOnlyItsAccount() throws Exception {
    FakeJob job = add(1, 1);
    get(job, Paths.params(job.id));
    report(job, 0, loads(2, null));
    table(job);
    String attempt = job.attempt(false, 0);
    String path = Paths.reduced(job.id, 0, attempt);
    assertEquals(400, post(job, path, "{\"a\":".getBytes()));
    assertEquals(204, post(job, path, "{\"a\":[1]}".getBytes()));
    job.ended = true;
    until(() -> master.book.finished().facts(job.id) != null);
    assertNull(master.book.find(job.id));
    assertTrue(storage.files.isEmpty());
    assertEquals(404, get(job, Paths.bulletin(job.id, 0)).status);
    String account = new String(master.book.finished().facts(job.id), StandardCharsets.UTF_8);
    assertNotNull(Json.checked(account.getBytes()), account);
    assertTrue(
        account.contains("\"reduces\":[{\"a\":[1]}]") && !account.contains("<script>"), account);
  }

  @Test
  void aReduceThatNeverRanByTheTableFailsItsJob() throws Exception {
    FakeJob job = add(1, 1);
    get(job, Paths.params(job.id));
    assertEquals(204, post(job, Paths.reduced(job.id, 0, job.attempt(false, 0)), "{}".getBytes()));
    job.succeeded.add(job.attempt(false, 0));
    master.book.tick();
    Thread.sleep(100);
    assertNull(job.failure);
    job.succeeded.add(job.attempt(false, 1));
    until(() -> job.failure != null);
    assertTrue(job.failure.contains(job.attempt(false, 1)), job.failure);
  }

  @Test
  void aJobThatEndsBeforeItIsDecidedLeavesNothing() throws Exception {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    master.close();
    master =
        new MasterServer(
            storage,
            (id, params) ->
                new BrokenPlanner(() -> {}) {
                  @Override
                  public void close() {
                    closed.countDown();
                  }
                });
    storage.beforeWrite =
        () -> {
          writing.countDown();
          await(ended);
        };
    FakeJob job = add(1, 1);
    assertTrue(writing.await(10, TimeUnit.SECONDS));
    master.book.ended(job.id);
    Thread.sleep(200);
    ended.countDown();
    assertTrue(closed.await(10, TimeUnit.SECONDS), "the planner is closed");
    until(() -> storage.files.isEmpty());
    assertNull(master.book.find(job.id));
  }

  @Test
  void aStorageThatFailsForAMomentDecidesNothing() throws Exception {
    storage.broken = true;
    FakeJob job = add(1, 1);
    Thread.sleep(300);
    master.book.tick();
    assertNull(master.book.find(job.id).params());
    storage.broken = false;
    until(() -> master.book.find(job.id).params() != null);
    JobParams params = JobParams.decode(get(job, Paths.params(job.id)).body);
    assertNull(params.error());
    assertTrue(params.lateBinding());
    JobRecord record = new JobRecord(job, 0);
    assertTrue(record.decideLater(1000, 2000, 30000));
    assertFalse(record.decideNow(2999));
    assertTrue(record.decideNow(3000));
    assertFalse(record.decideNow(3000), "once");
    assertFalse(record.decideLater(31000, 2000, 30000), "not for ever");
  }

  @Test
  void inventedAttemptsAndRepeatedWishesAreRefused() throws Exception {
    FakeJob job = add(1, 1);
    get(job, Paths.params(job.id));
    String attempt = job.attempt(false, 0);
    String stem = attempt.substring(0, attempt.length() - 1);
    assertEquals(204, post(job, Paths.reduced(job.id, 0, stem + 999), "{}".getBytes()));
    for (String number : new String[] {"1000", "00", "999999999"}) {
      assertEquals(400, post(job, Paths.reduced(job.id, 0, stem + number), "{}".getBytes()));
    }
    JobRecord record = new JobRecord(job, 0);
    for (int i = 0; i < 100; i++) {
      record.reduced(0, stem + i, "{}");
    }
    job.succeeded.add(stem + 99);
    assertNull(record.unboundReduce());
    job.succeeded.add(stem + 3);
    assertEquals(stem + 3, record.unboundReduce(), "only the newest are kept");
    Watch.Entry wish = Watch.Entry.signed(job.key, job.id, 0);
    byte[] twice = Watch.encode(Arrays.asList(wish, wish));
    assertEquals(400, master.client.call("POST", Paths.watch(), twice, null, 1000).status);
  }

  @Test
  void anotherNumberOfReducesIsAnError() throws Exception {
    for (String reduces : new String[] {"3", "1"}) {
      File file = MasterServer.jobFile(temp, "mapred.reduce.tasks", reduces);
      FakeJob job = new FakeJob(Integer.parseInt(reduces), 1, file);
      job.reduces = 7;
      master.book.added(job);
      String error = JobParams.decode(get(job, Paths.params(job.id)).body).error();
      assertTrue(error.contains("mapred.reduce.tasks=" + reduces), error);
      assertTrue(error.contains("with 7 reduces") && error.contains("final"), error);
    }
    FakeJob other =
        new FakeJob(9, 1, MasterServer.jobFile(temp, "mapred.partitioner.class", "x.Y"));
    other.reduces = 7;
    master.book.added(other);
    assertNull(JobParams.decode(get(other, Paths.params(other.id)).body).error());
  }

  @Test
  void parametersSayWhyNotOrWhatIsWrong() throws Exception {
    String[][] off = {
      {"mapred.reduce.tasks", "1", "one reducer"},
      {"mapred.reduce.tasks", "0", "no reducers"},
      {"mapred.skip.map.max.skip.records", "1", "skipping"},
      {"mapred.partitioner.class", "x.Y", "mapred.partitioner.class"},
    };
    int number = 1;
    for (String[] each : off) {
      FakeJob job = add(number++, 1, each[0], each[1]);
      JobParams params = JobParams.decode(get(job, Paths.params(job.id)).body);
      assertFalse(params.lateBinding());
      assertTrue(params.reason().contains(each[2]), params.reason());
    }
    String[][] wrong = {
      {"evenkeel.groups", "two"},
      {"evenkeel.groups", "2"},
      {"evenkeel.load", "weight"},
      {"evenkeel.load", "custom"},
      {"evenkeel.eta", "7"},
      {
        "evenkeel.partitioner.delegate", "org.apache.hadoop.mapred.lib.TotalOrderPartitioner",
      },
    };
    for (String[] each : wrong) {
      FakeJob job = add(number++, 1, each[0], each[1]);
      JobParams params = JobParams.decode(get(job, Paths.params(job.id)).body);
      assertTrue(params.error().contains(each[0]), params.error());
      assertTrue(params.error().contains(each[1]), params.error());
    }
    FakeJob skipping =
        add(
            number++,
            1,
            "mapred.skip.map.max.skip.records",
            "1",
            "evenkeel.partitioner.delegate",
            "x.Y");
    JobParams kept = JobParams.decode(get(skipping, Paths.params(skipping.id)).body);
    assertEquals("false x.Y", kept.lateBinding() + " " + kept.delegate());
    FakeJob paper = add(number, 1, "evenkeel.preset", "paper", "evenkeel.groups", "0");
    JobParams params = JobParams.decode(get(paper, Paths.params(paper.id)).body);
    assertEquals(120, params.groups());
    assertEquals(
        "plain relax off group",
        params.hash() + " " + params.algorithm() + " " + params.prefetch() + " " + params.order());
  }
}
