package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.evenkeel.wire.Paths;
import java.io.File;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of a job's reduces, and what is done to a job that must fail. */
class JobRecordTest {
  @TempDir File temp;

  private static String attempt(FakeJob job, int reduce, int number) {
    String first = job.attempt(false, reduce);
    return first.substring(0, first.length() - 1) + number;
  }

  @Test
  void theReportHasTheTimelineOfTheAttemptThatSucceeded() {
    FakeJob job = new FakeJob(1, 1, null);
    Budget shared = new Budget(1 << 20);
    JobRecord record = new JobRecord(job, 0, shared);
    record.reduced(0, attempt(job, 0, 0), "[0]");
    record.reduced(0, attempt(job, 0, 1), "[1]");
    assertEquals("[1]", record.timelines().get(0), "the latest, while nobody has won");
    record.reduced(0, attempt(job, 0, 1), "[11]");
    job.succeeded.add(attempt(job, 0, 0));
    assertEquals("[0]", record.timelines().get(0), "a replay replaces its own only");
    job.succeeded.add(attempt(job, 2, 0));
    record.reduced(2, attempt(job, 2, 1), "[2]");
    assertEquals(1, record.timelines().size(), "none rather than the loser's");
    record.dropTimelines();
    assertEquals(0, shared.taken());
  }

  @Test
  void fewTimelinesAReduceAreKept() {
    FakeJob job = new FakeJob(1, 1, null);
    Budget shared = new Budget(1 << 20);
    JobRecord record = new JobRecord(job, 0, shared);
    for (int i = 0; i < 500; i++) {
      record.reduced(0, attempt(job, 0, i), "[12345678]");
    }
    assertEquals(40, shared.taken());
    job.succeeded.add(attempt(job, 0, 497));
    assertEquals(1, record.timelines().size());
  }

  @Test
  void aJobThatMustFailIsFailedOnce() throws Exception {
    AtomicInteger failed = new AtomicInteger();
    try (MasterServer master =
        new MasterServer(new MemoryStorage(), (id, p) -> new HashPlanner(p, "a test"))) {
      FakeJob job =
          new FakeJob(1, 1, MasterServer.jobFile(temp)) {
            @Override
            public void fail(String reason) {
              if (failed.incrementAndGet() == 1) {
                throw new IllegalStateException("on purpose");
              }
            }
          };
      master.book.added(job);
      master.client.call("GET", Paths.params(job.id), null, job.key, 9999);
      job.succeeded.add(job.attempt(false, 0));
      for (int i = 0; i < 800 && failed.get() < 2; i++) {
        master.book.tick();
        Thread.sleep(25);
      }
      for (int i = 0; i < 5; i++) {
        master.book.tick();
        Thread.sleep(25);
      }
      assertEquals(2, failed.get(), "and then no more, while it ends");
    }
  }
}
