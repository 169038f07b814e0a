package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.MessageBatch;
import io.evenkeel.wire.Report;
import io.evenkeel.wire.Statistic;
import io.evenkeel.wire.StatisticsMessage;
import io.evenkeel.wire.WireException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;

/** One job's greed: whatever it sends takes bounded room and leaves some to others. */
class GreedTest {
  @Test
  void reportsThatWaitShareABudgetAndLeaveIt() {
    Budget shared = new Budget(100);
    Reports first = new Reports(9, shared, shared);
    Reports second = new Reports(9, shared, shared);
    assertTrue(first.offer(0, new byte[60]));
    assertFalse(second.offer(0, new byte[60]), "no room");
    assertTrue(second.offer(0, new byte[40]), "the same map asks again");
    assertNotNull(second.poll());
    first.clear();
    assertEquals(0, shared.taken());
    assertNull(first.poll());
  }

  @Test
  void largeStatisticsAreRefusedBeforeTheyAreRead() throws Exception {
    Reports reports = new Reports(2, new Budget(1 << 24), new Budget(1 << 24));
    byte[] pieces = new byte[(256 << 10) + 1];
    byte[] large = new Report(new long[1], null, null, pieces).encode();
    assertThrows(WireException.class, () -> reports.count(new Reports.Item(0, large)));
    assertFalse(reports.hasStatistics());
  }

  @Test
  void statisticsShareABudgetAndLeaveIt() throws Exception {
    Budget shared = new Budget(170);
    Map<String, Statistic> named = new TreeMap<>();
    named.put("a name of thirty-two bytes ......", Statistic.ofLongs());
    byte[] report = new Report(new long[1], null, null, StatisticsMessage.encode(named)).encode();
    Reports first = new Reports(9, new Budget(100), shared);
    first.count(new Reports.Item(0, report));
    long one = shared.taken();
    assertTrue(one > 60 && 2 * one <= 170, one + " bytes");
    first.count(new Reports.Item(1, report));
    assertEquals(one, shared.taken(), "the same name again");
    Reports second = new Reports(9, new Budget(100), shared);
    second.count(new Reports.Item(0, report));
    Reports third = new Reports(9, new Budget(100), shared);
    assertThrows(WireException.class, () -> third.count(new Reports.Item(0, report)));
    assertFalse(third.hasStatistics());
    first.dropStatistics();
    second.dropStatistics();
    assertEquals(0, shared.taken());
    third.count(new Reports.Item(0, report));
    assertTrue(third.hasStatistics());
  }

  @Test
  void timelinesShareABudgetAndLeaveIt() throws Exception {
    FakeJob job = new FakeJob(1, 1, null);
    Budget shared = new Budget(10);
    JobRecord record = new JobRecord(job, 0, shared);
    record.reduced(0, job.attempt(false, 0), "[12345]");
    record.reduced(1, job.attempt(false, 1), "[12345]");
    assertEquals(1, record.timelines().size());
    record.reduced(0, job.attempt(false, 0), "[1]");
    record.reduced(1, job.attempt(false, 1), "[12345]");
    assertEquals(2, record.timelines().size());
    record.dropTimelines();
    assertEquals(0, shared.taken());
  }

  @Test
  void answersThatAreKeptForTasksAreBounded() {
    WorkerJob job = new WorkerJob("job_202601010000_0001", null);
    for (int i = 0; i < 100000; i++) {
      job.delivered("attempt " + i, 204);
    }
    int kept = 0;
    for (int i = 0; i < 100000; i++) {
      kept += job.delivery("attempt " + i) == null ? 0 : 1;
    }
    assertEquals(1024, kept);
    assertEquals(204, job.delivery("attempt 99999"));
  }

  @Test
  void noJobFillsTheRelay() throws Exception {
    FakeJob greedy = new FakeJob(1, 1, null);
    FakeJob modest = new FakeJob(2, 1, null);
    TrackerView tracker = new FakeTracker(() -> Collections.singletonList(greedy), "", null);
    ScheduledExecutorService link = Executors.newScheduledThreadPool(1);
    CountDownLatch busy = new CountDownLatch(1);
    link.execute(
        () -> {
          try {
            busy.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    Relay relay = new Relay(tracker, new HttpClient("127.0.0.1", 1, 100, 100), link);
    byte[] body = new byte[1 << 20];
    int taken = 0;
    for (int i = 0; i < 100; i++) {
      MessageBatch.Entry entry =
          new MessageBatch.Entry(
              MessageBatch.REPORT, greedy.id, 0, greedy.attempt(true, 0), body, new byte[20]);
      taken += relay.offer(entry, status -> {}) ? 1 : 0;
    }
    assertTrue(taken >= 10 && taken <= 16, taken + " taken");
    MessageBatch.Entry entry =
        new MessageBatch.Entry(
            MessageBatch.REPORT, modest.id, 0, modest.attempt(true, 0), body, new byte[20]);
    assertTrue(relay.offer(entry, status -> {}), "there is room for others");
    link.shutdownNow();
  }
}
