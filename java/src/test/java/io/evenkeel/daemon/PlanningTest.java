package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.Report;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** One job's planning, step by step, by clocks that the test sets. */
class PlanningTest {
  private static final byte[] REPORT = new Report(new long[12], null, null, null).encode();
  private final AtomicLong wall = new AtomicLong(1_700_000_000_000L);
  private final AtomicLong steady = new AtomicLong(50_000);
  private final Deque<Runnable> workers = new ArrayDeque<>();
  private final MemoryStorage storage = new MemoryStorage();
  private final Budget queued = new Budget(1 << 20);
  private final Meters meters = new Meters();
  private final Settings settings = settings();

  private Settings settings() {
    Configuration conf = new Configuration(false);
    conf.set("evenkeel.report.wait.ms", "5000");
    conf.set("evenkeel.schedule.limit.ms", "3000");
    return new Settings(conf, wall::get, steady::get);
  }

  private Planning planning(int maps) {
    Configuration conf = new Configuration(false);
    conf.set("mapred.partitioner.class", Decider.PARTITIONER);
    conf.set("mapred.reduce.tasks", "3");
    conf.set("evenkeel.groups", "12");
    JobParams params = Decider.decide(conf, maps, 0, 3);
    return new Planning(
        "job_202601010000_0001",
        params,
        settings,
        storage,
        new HashPlanner(params, "a test"),
        meters,
        news -> {},
        queued,
        new Budget(1 << 20),
        workers::add,
        Runnable::run);
  }

  private int work() {
    int steps = 0;
    for (Runnable step = workers.poll(); step != null; step = workers.poll()) {
      step.run();
      steps++;
    }
    return steps;
  }

  @Test
  void aWallClockThatJumpsEndsNoWait() {
    Planning planning = planning(2);
    planning.start();
    assertTrue(planning.accept(0, REPORT));
    work();
    planning.tick(true, 0);
    wall.addAndGet(3_600_000);
    planning.tick(true, 0);
    work();
    assertEquals("counting", planning.phase(), "an hour's jump is not five seconds");
    wall.addAndGet(-7_200_000);
    steady.addAndGet(5000);
    planning.tick(true, 0);
    work();
    assertEquals("scheduled", planning.phase());
    assertEquals(wall.get(), meters.scheduledAt, "what people are told is the wall clock's");
  }

  @Test
  void mapsThatFailedForGoodAreNotWaitedFor() {
    Planning planning = planning(2);
    planning.start();
    assertTrue(planning.accept(0, REPORT));
    work();
    planning.tick(true, 1);
    work();
    assertEquals("scheduled", planning.phase());
  }

  @Test
  void aSecondReportIsCountedAndMovesNothing() {
    Planning planning = planning(2);
    planning.start();
    work();
    assertTrue(planning.accept(0, REPORT));
    long first = meters.lastReportAt;
    assertEquals(1, work());
    wall.addAndGet(500);
    assertTrue(planning.accept(0, REPORT));
    assertEquals(first, meters.lastReportAt);
    assertEquals(0, work(), "nothing to do");
    assertTrue(planning.accept(1, REPORT));
    long last = meters.lastReportAt;
    work();
    wall.addAndGet(500);
    assertTrue(planning.accept(1, REPORT));
    assertEquals(last, meters.lastReportAt);
    assertEquals(2, planning.duplicates());
    assertEquals(0, planning.late());
  }

  @Test
  void aReportThatComesTooLateIsCounted() {
    Planning planning = planning(2);
    planning.start();
    planning.accept(0, REPORT);
    work();
    planning.tick(true, 0);
    steady.addAndGet(5000);
    planning.tick(true, 0);
    work();
    long last = meters.lastReportAt;
    wall.addAndGet(500);
    assertTrue(planning.accept(1, REPORT));
    assertEquals(1, planning.late());
    assertEquals(last, meters.lastReportAt);
  }

  @Test
  void aStepAddsSomeReportsAndTheNextOneTheRest() {
    Planning planning = planning(200);
    for (int map = 0; map < 200; map++) {
      planning.accept(map, REPORT);
    }
    assertEquals(4, work(), "200 reports, 64 a step");
    assertEquals("scheduled", planning.phase());
    assertEquals(0, queued.taken());
  }

  @Test
  void noReportOutlivesItsJob() {
    Planning planning = planning(2);
    planning.start();
    work();
    planning.accept(0, REPORT);
    planning.end();
    assertTrue(planning.accept(1, REPORT), "one who came just before the end");
    work();
    assertEquals(0, queued.taken());
    Reports reports = new Reports(2, queued, queued);
    reports.close();
    assertTrue(reports.offer(0, REPORT), "whoever saw the job alive a moment ago");
    assertEquals(0, queued.taken());
  }
}
