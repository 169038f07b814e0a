package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.HttpClient;
import java.io.FileInputStream;
import java.util.Collections;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.Test;

/** What the JDK throws must not end the way to the JobTracker for ever. */
class LinkFailuresTest {
  private final AtomicInteger asked = new AtomicInteger();
  private final Parking parking = new Parking(10, Clocks::millis);
  private final HttpClient nobody = new HttpClient("127.0.0.1", 1, 100, 100);
  private final WorkerJob job = new WorkerJob("job_202601010000_0001", null);

  /** Throws where another would give a token. */
  private final class Thrower implements TrackerView {
    @Override
    public SecretKey token(String id) {
      asked.incrementAndGet();
      throw new NullPointerException("on purpose");
    }

    @Override
    public FileInputStream open(String id, String attempt, Part part) {
      return null;
    }

    @Override
    public String jobTracker() {
      return "127.0.0.1:1";
    }
  }

  private void until(IntPredicate condition) throws InterruptedException {
    for (int i = 0; i < 200 && !condition.test(asked.get()); i++) {
      Thread.sleep(25);
    }
    assertTrue(condition.test(asked.get()), asked + " times asked");
  }

  @Test
  void theWatchGoesOn() throws Exception {
    Watcher watcher =
        new Watcher(new Thrower(), nobody, parking, () -> Collections.singletonList(job));
    job.watch();
    watcher.changed();
    until(times -> times >= 2);
    watcher.stop();
  }

  @Test
  void theFetchIsTriedAgain() throws Exception {
    ScheduledExecutorService link = Executors.newScheduledThreadPool(1);
    try {
      new Fetcher(new Thrower(), nobody, link, parking).params(job);
      until(times -> times >= 3);
      assertTrue(job.problem().contains("on purpose"), job.problem());
    } finally {
      link.shutdownNow();
    }
  }
}
