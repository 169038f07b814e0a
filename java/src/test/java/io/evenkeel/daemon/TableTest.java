package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.MapEvent;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Statistic;
import io.evenkeel.wire.StatisticsMessage;
import io.evenkeel.wire.Table;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From reports to the one table: what tasks hear on the way, and when. */
class TableTest extends MasterFixture {
  @BeforeEach
  void start() throws Exception {
    start((job, params) -> new LastMapPlanner(params));
  }

  @Test
  void fromParametersOverReportsAndHintsToTheTable() throws Exception {
    FakeJob job = add(1, 2);
    JobParams params = params(job);
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
  void mapEventsAreToldInTimeSlicesButTheLastMapAtOnce() throws Exception {
    FakeJob job = add(1, 3);
    params(job);
    News news = master.book.find(job.id).news;
    // The slice begins when the first one is read, which is later.
    long before = System.nanoTime();
    job.events.add(new MapEvent(0, 0, MapEvent.SUCCEEDED, "http://a:1"));
    until(() -> news.events.size() == 1);
    job.events.add(new MapEvent(1, 0, MapEvent.SUCCEEDED, "http://a:1"));
    master.book.tick();
    boolean soon = System.nanoTime() - before < 100_000_000;
    assertTrue(!soon || news.events.size() == 1, "not each map by itself");
    until(() -> news.events.size() == 2);
    job.events.add(new MapEvent(2, 1, MapEvent.SUCCEEDED, "http://b:1"));
    job.mapsDone = 3;
    master.book.tick();
    assertEquals(3, news.events.size());
    assertEquals("http://b:1", news.after(0, 2).events.get(0).tracker);
  }

  @Test
  void missingReportsAreWaitedForOnlySoLong() throws Exception {
    FakeJob job = add(1, 3);
    params(job);
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
    params(job);
    storage.broken = true;
    report(job, 0, loads(1, null));
    Thread.sleep(300);
    assertFalse(master.book.find(job.id).news.isAfter(1, 0));
    storage.broken = false;
    assertEquals(Bulletin.TABLE, table(job).kind);
  }

  @Test
  void aRestartFindsParametersAndTableAgain() throws Exception {
    FakeJob job = add(1, 1);
    byte[] params = get(job, Paths.params(job.id)).body;
    report(job, 0, loads(2, null));
    byte[] message = table(job).message;
    start((id, p) -> new HashPlanner(p, "a test"));
    job.jobFile = MasterServer.jobFile(temp, "evenkeel.groups", "99");
    master.book.added(job);
    assertArrayEquals(params, get(job, Paths.params(job.id)).body);
    assertArrayEquals(message, table(job).message);
  }
}
