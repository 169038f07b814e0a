package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Table;
import io.evenkeel.wire.Watch;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Holders of a token that is another job's, and of a good one who ask for what is not theirs. */
class RefusalsTest extends MasterFixture {
  @BeforeEach
  void start() throws Exception {
    start((job, params) -> new LastMapPlanner(params));
  }

  @Test
  void strangersAreRefused() throws Exception {
    FakeJob job = add(1, 2);
    FakeJob other = add(2, 2);
    params(job);
    params(other);
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
  void inventedAttemptsAndRepeatedWishesAreRefused() throws Exception {
    FakeJob job = add(1, 1);
    params(job);
    String attempt = job.attempt(false, 0);
    String stem = attempt.substring(0, attempt.length() - 1);
    assertEquals(204, post(job, Paths.reduced(job.id, 0, stem + 999), "{}".getBytes()));
    for (String number : new String[] {"1000", "00", "999999999"}) {
      assertEquals(400, post(job, Paths.reduced(job.id, 0, stem + number), "{}".getBytes()));
    }
    JobRecord record = new JobRecord(job, 0, new Budget(1 << 20));
    for (int i = 0; i < 100; i++) {
      record.reduced(0, stem + i, "{}");
    }
    job.succeeded.add(stem + 99);
    assertNull(record.unboundReduce());
    job.succeeded.add(stem + 3);
    assertEquals(stem + 3, record.unboundReduce(), "only the newest are kept");
    Watch.Entry wish = Watch.Entry.signed(job.key, job.id, 0, 0);
    byte[] twice = Watch.encode(Arrays.asList(wish, wish));
    assertEquals(400, master.client.call("POST", Paths.watch(), twice, null, 1000).status);
  }
}
