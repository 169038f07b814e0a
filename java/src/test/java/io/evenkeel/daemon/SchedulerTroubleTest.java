package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A scheduler that hangs, fails or cannot be made: jobs get the hash table, others go on. */
class SchedulerTroubleTest extends MasterFixture {
  private final CountDownLatch never = new CountDownLatch(1);

  @AfterEach
  void letGo() {
    never.countDown();
  }

  private FakeJob decided(int number) throws Exception {
    FakeJob job = add(number, 1);
    params(job);
    return job;
  }

  private void report(FakeJob job) throws Exception {
    assertEquals(204, report(job, 0, loads(0, null)));
    job.mapsDone = 1;
  }

  private void assertHashed(FakeJob job) throws Exception {
    table(job);
    Bulletin news = bulletin(job, 0);
    assertEquals(Bulletin.TABLE, news.kind);
    assertEquals("hash", Table.decode(news.message, 12, 3).algorithm());
  }

  /** Hangs when a report is added, else plans by hash. */
  private Planner hangs(JobParams params) {
    return new FaultyPlanner(params) {
      @Override
      public boolean add(int map, byte[] report) {
        boolean waiting = true;
        while (waiting) {
          try {
            never.await();
            waiting = false;
          } catch (InterruptedException e) {
            waiting = true;
          }
        }
        return super.add(map, report);
      }
    };
  }

  @Test
  void callsThatHangCostNeitherTheirJobsNorOthersTheTable() throws Exception {
    start(
        (id, params) ->
            master.workers.hanging() == null ? hangs(params) : new HashPlanner(params, "a test"));
    List<FakeJob> stuck = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      stuck.add(decided(i));
      report(stuck.get(i - 1));
    }
    for (FakeJob each : stuck) {
      assertHashed(each);
    }
    until(() -> master.workers.lost() >= Workers.TOO_MANY);
    assertNotNull(master.workers.hanging());
    assertTrue(master.workers.hanging().contains("restart the JobTracker"));
    for (int i = 10; i < 20; i++) {
      FakeJob job = decided(i);
      report(job);
      assertHashed(job);
      assertEquals(1, master.book.find(job.id).planning().reported());
    }
    int most = Workers.SIZE + Workers.TOO_MANY + Workers.SIZE;
    assertTrue(threads("evenkeel-work") <= most, threads("evenkeel-work") + " threads");
    for (FakeJob each : stuck) {
      each.ended = true;
    }
    until(() -> master.book.find(stuck.get(5).id) == null);
    never.countDown();
    until(() -> master.workers.lost() == 0);
    assertNull(master.workers.hanging(), "they came back, so the library is used again");
  }

  private static long threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> t.getName().startsWith(name))
        .count();
  }

  @Test
  void aHangingOrFailingSchedulerGivesTheHashTable() throws Exception {
    start(
        (job, params) ->
            new FaultyPlanner(params) {
              @Override
              public byte[] finalise() {
                if (job.endsWith("1")) {
                  await(never);
                }
                throw new IllegalStateException("on purpose");
              }
            });
    for (int number = 1; number <= 2; number++) {
      FakeJob job = add(number, 1);
      params(job);
      report(job, 0, loads(1, null));
      Table table = Table.decode(table(job).message, 12, 3);
      assertEquals("hash", table.algorithm());
      assertEquals(2, table.slotOf(5));
      JobRecord record = master.book.find(job.id);
      String why = number == 1 ? "no schedule within 2000 ms" : "the scheduler failed: ";
      String account = new String(JobAccount.facts(record), StandardCharsets.UTF_8);
      assertTrue(account.contains(why), account);
      assertTrue(JobAccount.row(record).fallback.contains(why));
    }
  }

  @Test
  void aNativeLibraryThatHangsIsAskedNothingMore() throws Exception {
    JobParams params =
        Decider.decide(
            new org.apache.hadoop.conf.Configuration(false) {
              {
                set("mapred.partitioner.class", Decider.PARTITIONER);
                set("mapred.reduce.tasks", "3");
              }
            },
            1,
            0,
            3);
    Planners planners = new Planners("", () -> "4 calls have not come back");
    assertTrue(planners.make("job", params) instanceof HashPlanner);
    assertTrue(planners.problem().length() > 0);
    planners.drainLog();
  }

  @Test
  void anErrorOfTheJvmDelaysATableAndNoMore() throws Exception {
    start((id, params) -> new HashPlanner(params, "a test"));
    FakeJob job = decided(1);
    AtomicInteger errors = new AtomicInteger();
    storage.beforeWrite =
        () -> {
          if (errors.getAndIncrement() == 0) {
            throw new StackOverflowError("on purpose");
          }
        };
    report(job);
    assertHashed(job);
    assertTrue(errors.get() > 1);
  }

  @Test
  void anErrorInTheSchedulerGivesTheHashTable() throws Exception {
    start(
        (id, params) ->
            new FaultyPlanner(params) {
              @Override
              public byte[] finalise() {
                throw new NoClassDefFoundError("on purpose");
              }
            });
    FakeJob job = decided(1);
    report(job);
    assertHashed(job);
  }

  @Test
  void aPlannerThatCannotBeMadeIsTold() throws Exception {
    start(
        (id, params) -> {
          throw new UnsatisfiedLinkError("on purpose");
        });
    FakeJob job = add(1, 1);
    assertTrue(params(job).error().contains("on purpose"));
  }

  @Test
  void whatIsKnownIsShownThoughNoFurtherReportComes() throws Exception {
    start(
        (id, params) ->
            new FaultyPlanner(params) {
              private int reports;

              @Override
              public boolean add(int map, byte[] report) {
                reports++;
                return true;
              }

              @Override
              public byte[] snapshot() {
                return String.valueOf(reports).getBytes();
              }
            });
    FakeJob job = add(1, 3);
    params(job);
    for (int map = 0; map < 2; map++) {
      assertEquals(204, report(job, map, loads(0, null)));
    }
    until(() -> new String(master.book.find(job.id).planning().snapshot()).equals("2"));
  }

  @Test
  void oneJobsTroubleDoesNotStopTheClockForOthers() throws Exception {
    start((id, params) -> new HashPlanner(params, "a test"));
    List<FakeJob> jobs = new ArrayList<>();
    for (int i = 1; i <= 9; i++) {
      FakeJob job = decided(i);
      job.broken = i % 2 == 0;
      job.mapsDone = 1;
      jobs.add(job);
    }
    for (FakeJob job : jobs) {
      if (!job.broken) {
        assertHashed(job);
      }
    }
  }
}
