package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Watch;
import java.io.FileInputStream;
import java.util.Collections;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import javax.crypto.SecretKey;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.mortbay.jetty.Server;

/** The way to the JobTracker: what the JDK throws does not end it, and no answer makes it spin. */
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
    public void lost(String attempt, String why) {}

    @Override
    public Configuration conf() {
      return new Configuration(false);
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
    job.watch(Clocks.millis());
    watcher.changed();
    until(times -> times >= 2);
    watcher.stop();
  }

  @Test
  void theFetchIsTriedAgain() throws Exception {
    ScheduledExecutorService link = Executors.newScheduledThreadPool(1);
    try {
      new JobInquiry(new Thrower(), nobody, link, parking).params(job);
      until(times -> times >= 3);
      assertTrue(job.problem().contains("on purpose"), job.problem());
    } finally {
      link.shutdownNow();
    }
  }

  @Test
  void aJobTrackerWithoutRoomIsNotAskedWithoutAPause() throws Exception {
    byte[] nothing = Watch.encodeReply(Collections.emptyList());
    Server full =
        MasterServer.serve(
            exchange -> {
              asked.incrementAndGet();
              exchange.reply(200, nothing);
            },
            5);
    FakeJob asking = new FakeJob(1, 1, null);
    int port = full.getConnectors()[0].getLocalPort();
    Worker worker =
        new Worker(
            new FakeTracker(() -> Collections.singletonList(asking), "127.0.0.1:" + port, null));
    Server server = MasterServer.serve(worker::handle, 5);
    try {
      int own = server.getConnectors()[0].getLocalPort();
      HttpClient task = new HttpClient("127.0.0.1", own, 5000, 20000);
      String path = Paths.bulletin(asking.id, 0, 0);
      assertEquals(200, task.call("GET", path, null, asking.key, 999).status);
      assertTrue(asked.get() > 0 && asked.get() <= 15, asked + " requests in 10 s");
    } finally {
      worker.close();
      server.stop();
      full.stop();
    }
  }
}
