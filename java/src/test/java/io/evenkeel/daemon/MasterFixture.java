package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Reply;
import io.evenkeel.wire.Report;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A JobTracker's endpoints with jobs of a test, and what tasks and the clock ask of them. */
abstract class MasterFixture {
  @TempDir File temp;
  final MemoryStorage storage = new MemoryStorage();
  MasterServer master;

  /** Starts the endpoints, in place of those that ran before. */
  final void start(BiFunction<String, JobParams, Planner> planners) throws Exception {
    stop();
    master = new MasterServer(storage, planners);
  }

  @AfterEach
  final void stop() throws Exception {
    if (master != null) {
      master.close();
    }
  }

  final FakeJob add(int number, int maps, String... pairs) throws IOException {
    FakeJob job = new FakeJob(number, maps, MasterServer.jobFile(temp, pairs));
    master.book.added(job);
    return job;
  }

  final Reply get(FakeJob job, String path) throws IOException {
    return master.client.call("GET", path, null, job.key, 1 << 20);
  }

  final int post(FakeJob job, String path, byte[] body) throws IOException {
    return master.client.call("POST", path, body, job.key, 1 << 20).status;
  }

  final JobParams params(FakeJob job) throws IOException {
    Reply reply = get(job, Paths.params(job.id));
    assertEquals(200, reply.status);
    return JobParams.decode(reply.body);
  }

  final int report(FakeJob job, int map, byte[] body) throws IOException {
    return post(job, Paths.report(job.id, map, job.attempt(true, map)), body);
  }

  static byte[] loads(long first, byte[] statistics) {
    long[] loads = new long[12];
    loads[0] = first;
    return new Report(loads, null, null, statistics).encode();
  }

  final Bulletin bulletin(FakeJob job, int after) throws IOException {
    Reply reply = get(job, Paths.bulletin(job.id, after, 0));
    assertEquals(200, reply.status);
    return Bulletin.decode(reply.body);
  }

  /** Lets the clock tick until this holds, ten seconds at most. */
  final void until(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 400 && !condition.getAsBoolean(); i++) {
      master.workers.tick();
      master.book.tick();
      Thread.sleep(25);
    }
    assertTrue(condition.getAsBoolean());
  }

  final Bulletin table(FakeJob job) throws Exception {
    until(() -> storage.files.containsKey(job.id + "/table"));
    Bulletin news = bulletin(job, 5);
    assertEquals(Bulletin.TABLE, news.kind);
    return news;
  }

  /** Waits for the test, or for the end of patience. */
  static void await(CountDownLatch latch) {
    try {
      latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
