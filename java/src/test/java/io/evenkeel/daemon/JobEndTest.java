package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.Paths;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How jobs end: what is kept of them, what is dropped, and which must fail. */
class JobEndTest extends MasterFixture {
  @BeforeEach
  void start() throws Exception {
    start((job, params) -> new LastMapPlanner(params));
  }

  @Test
  void theEndOfAJobLeavesOnlyItsAccount() throws Exception {
    FakeJob job = add(1, 1);
    params(job);
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
    assertEquals(404, get(job, Paths.bulletin(job.id, 0, 0)).status);
    String account = new String(master.book.finished().facts(job.id), StandardCharsets.UTF_8);
    assertNotNull(Json.checked(account.getBytes()), account);
    assertTrue(
        account.contains("\"reduces\":[{\"a\":[1]}]") && !account.contains("<script>"), account);
  }

  @Test
  void aReduceThatNeverRanByTheTableFailsItsJob() throws Exception {
    FakeJob job = add(1, 1);
    params(job);
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
    start(
        (id, params) ->
            new FaultyPlanner(params) {
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
}
