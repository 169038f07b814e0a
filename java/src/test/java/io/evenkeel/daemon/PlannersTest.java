package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.core.CoreException;
import io.evenkeel.core.NativeCore;
import io.evenkeel.wire.JobParams;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** A library that hangs while it is loaded, or afterwards. */
class PlannersTest {
  private static JobParams params() {
    Configuration conf = new Configuration(false);
    conf.set("mapred.partitioner.class", Decider.PARTITIONER);
    conf.set("mapred.reduce.tasks", "3");
    return Decider.decide(conf, 1, 0, 3);
  }

  @Test
  void aLoadThatHangsStopsNeitherTheClockNorThePage() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger loads = new AtomicInteger();
    Planners planners =
        new Planners(
            () -> {
              loads.incrementAndGet();
              awaitFor(never);
            },
            () -> null);
    Thread job = new Thread(() -> planners.make("job", params()));
    job.setDaemon(true);
    job.start();
    while (loads.get() == 0) {
      Thread.sleep(5);
    }
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> lookAt(planners));
    never.countDown();
    job.join();
    assertNull(planners.problem());
    assertTrue(planners.loaded());
    assertEquals(1, loads.get());
  }

  private static void lookAt(Planners planners) {
    assertFalse(planners.loaded());
    planners.tick(Runnable::run);
    assertTrue(planners.problem().contains("still being loaded"));
    for (int i = 0; i < 100; i++) {
      planners.problem();
    }
  }

  private static void awaitFor(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void whyItDoesNotLoadIsTold() {
    Planners planners =
        new Planners(
            () -> {
              throw new IOException("the file is gone");
            },
            () -> null);
    Planner planner = planners.make("job", params());
    assertTrue(planner.fallback().contains("the file is gone"), planner.fallback());
  }

  @Test
  void whatCouldNotBeFreedIsFreedLater() throws Exception {
    AtomicReference<String> hanging = new AtomicReference<>();
    Planners planners = new Planners("", hanging::get);
    Planner planner = planners.make("job", params());
    assumeTrue(planner instanceof NativePlanner, "run `make native` first");
    long handle = ((NativePlanner) planner).handle();
    hanging.set("4 calls have not come back");
    planner.close();
    planners.tick(Runnable::run);
    assertTrue(NativeCore.snapshot(handle).length > 2, "nobody asks a library that hangs");
    hanging.set(null);
    planners.tick(Runnable::run);
    assertThrows(CoreException.class, () -> NativeCore.snapshot(handle));
    planner.close();
    planners.tick(Runnable::run);
  }
}
