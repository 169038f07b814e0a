package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.MapEvent;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Report;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands beside the paper's 8Mn is hints and tables alone. */
class MetersTest {
  @TempDir File temp;
  private MasterServer master;
  private FakeJob job;

  @BeforeEach
  void start() throws Exception {
    master =
        new MasterServer(new MemoryStorage(), (id, params) -> new HashPlanner(params, "a test"));
    job = new FakeJob(1, 1, MasterServer.jobFile(temp));
    master.book.added(job);
    get(Paths.params(job.id));
  }

  @AfterEach
  void stop() throws Exception {
    master.close();
  }

  private byte[] get(String path) throws IOException {
    return master.client.call("GET", path, null, job.key, 1 << 20).body;
  }

  private void report(int times) throws IOException {
    byte[] body = new Report(new long[12], null, null, null).encode();
    for (int i = 0; i < times; i++) {
      String path = Paths.report(job.id, 0, job.attempt(true, 0));
      assertEquals(204, master.client.call("POST", path, body, job.key, 99).status);
    }
  }

  @Test
  void eventsAndStatisticsAreCountedApart() throws Exception {
    JobRecord record = master.book.find(job.id);
    Meters meters = record.meters;
    job.events.add(new MapEvent(0, 0, MapEvent.SUCCEEDED, "http://127.0.0.1:5"));
    job.mapsDone = 1;
    master.book.tick();
    int events = get(Paths.bulletin(job.id, 0, 0)).length;
    assertEquals(events, meters.eventBytes.get());
    assertEquals(0, meters.tableBytes.get() + meters.hintBytes.get());
    report(3);
    byte[] both = get(Paths.bulletin(job.id, 0, 1));
    while (Bulletin.decode(both).kind != Bulletin.TABLE) {
      both = get(Paths.bulletin(job.id, 0, 1));
    }
    meters.eventBytes.set(0);
    meters.tableBytes.set(0);
    byte[] full = get(Paths.bulletin(job.id, 0, 0));
    int table = Bulletin.decode(full).without().encode().length;
    assertTrue(table < full.length, "it has an event too");
    assertEquals(table, meters.tableBytes.get());
    assertEquals(full.length - table, meters.eventBytes.get());
    int statistics = get(Paths.statistics(job.id)).length;
    assertEquals(statistics, meters.statisticsBytes.get());
    String facts = new String(JobAccount.facts(record), StandardCharsets.UTF_8);
    assertTrue(facts.contains("\"eventBytes\":" + (full.length - table) + ","), facts);
    assertTrue(facts.contains("\"statisticsBytes\":" + statistics + ","), facts);
    assertTrue(facts.contains("\"duplicateReports\":2,\"lateReports\":0,"), facts);
  }
}
