package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Many short runs are not one that hangs, and leave room for others. */
class SerialTest {
  @Test
  void eachRunIsATaskOfItsOwn() {
    Deque<Runnable> pool = new ArrayDeque<>();
    AtomicInteger runs = new AtomicInteger();
    AtomicReference<Serial> serial = new AtomicReference<>();
    serial.set(
        new Serial(
            pool::add,
            () -> {
              if (runs.incrementAndGet() < 5) {
                serial.get().kick();
                serial.get().kick();
              } else {
                throw new IllegalStateException("on purpose");
              }
            }));
    serial.get().kick();
    int tasks = 0;
    for (Runnable task = pool.poll(); task != null; task = pool.poll()) {
      task.run();
      assertEquals(++tasks, runs.get());
    }
    assertEquals(5, tasks);
    serial.get().kick();
    assertEquals(1, pool.size(), "a run that fails is not the last one");
  }

  @Test
  void aBusyJobIsNoCallThatHangs() throws Exception {
    AtomicLong now = new AtomicLong(1000);
    Workers workers = new Workers(1000, now::get);
    CountDownLatch done = new CountDownLatch(20);
    AtomicInteger most = new AtomicInteger();
    AtomicReference<Serial> serial = new AtomicReference<>();
    serial.set(
        new Serial(
            workers,
            () -> {
              while (workers.running() > 1) {
                Thread.yield();
              }
              now.addAndGet(400);
              workers.tick();
              most.accumulateAndGet(workers.lost(), Math::max);
              done.countDown();
              if (done.getCount() > 0) {
                serial.get().kick();
              }
            }));
    serial.get().kick();
    assertTrue(done.await(20, TimeUnit.SECONDS));
    workers.shutdownNow();
    assertEquals(0, most.get(), "threads counted as lost");
  }
}
