package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** A file system that takes no report must not fill the JobTracker's memory with them. */
class ReportWriterTest {
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final ReportWriter writer = new ReportWriter(waiting::add, () -> "a test");

  private void write(int bytes) {
    JobRecord record = new JobRecord(new FakeJob(1, 1, null), 0, new Budget(0));
    record.reportDir("/user/alice");
    writer.write(record, new byte[bytes]);
  }

  @Test
  void reportsThatWaitAreFew() {
    for (int i = 0; i < 500; i++) {
      write(10);
    }
    assertEquals(100, waiting.size());
    waiting.poll().run();
    write(10);
    assertEquals(100, waiting.size(), "there is room again");
  }

  @Test
  void reportsThatWaitAreSmallInAll() {
    for (int i = 0; i < 20; i++) {
      write(20 << 20);
    }
    assertEquals(3, waiting.size(), "within 64 MB");
    waiting.poll().run();
    write(4 << 20);
    write(20 << 20);
    assertEquals(4, waiting.size());
  }
}
