package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.MessageBatch;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Reply;
import io.evenkeel.wire.Report;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mortbay.jetty.Server;

/** A TaskTracker's way to the JobTracker: nobody waits there for what is another job's. */
class LinkTest {
  @TempDir File temp;
  private final List<FakeJob> jobs = new ArrayList<>();

  private static int port(Server server) {
    return server.getConnectors()[0].getLocalPort();
  }

  /** The second job is wished for just after the watcher has looked which jobs there are. */
  @Test
  void aJobThatIsWishedForWhileTheOthersAreLookedAtIsNotMissed() throws Exception {
    try (MasterServer master =
        new MasterServer(new MemoryStorage(), (id, params) -> new HashPlanner(params, "a test"))) {
      for (int i = 1; i <= 2; i++) {
        jobs.add(new FakeJob(i, 2, MasterServer.jobFile(temp)));
        master.book.added(jobs.get(i - 1));
      }
      WorkerJob first = new WorkerJob(jobs.get(0).id, jobs.get(0).key);
      WorkerJob second = new WorkerJob(jobs.get(1).id, jobs.get(1).key);
      AtomicInteger looks = new AtomicInteger();
      AtomicReference<Watcher> watcher = new AtomicReference<>();
      CountDownLatch seen = new CountDownLatch(1);
      watcher.set(
          new Watcher(
              new FakeTracker(() -> jobs, "127.0.0.1:" + master.port(), temp),
              master.client,
              new Parking(10, Clocks::millis),
              () -> {
                if (looks.incrementAndGet() == 1) {
                  second.watch(Clocks.millis());
                  watcher.get().changed();
                  return Collections.<WorkerJob>singletonList(first);
                }
                seen.countDown();
                Collection<WorkerJob> both = Arrays.asList(first, second);
                return both;
              }));
      first.watch(Clocks.millis());
      watcher.get().changed();
      boolean soon = seen.await(5, TimeUnit.SECONDS);
      watcher.get().stop();
      assertTrue(soon, "the second job waits for the end of the first one's request");
    }
  }

  /** The JobTracker decides nothing, so requests for parameters wait; reports go through. */
  @Test
  void jobsThatAreNotDecidedDelayNoReport() throws Exception {
    CountDownLatch decided = new CountDownLatch(1);
    CountDownLatch relayed = new CountDownLatch(1);
    Server jobTracker =
        MasterServer.serve(
            exchange -> {
              if (exchange.endpoint().equals("batch")) {
                relayed.countDown();
                List<Reply> replies = new ArrayList<>();
                for (MessageBatch.Entry e : MessageBatch.decode(exchange.body(1 << 20))) {
                  replies.add(new Reply(404, new byte[0]));
                }
                exchange.reply(200, MessageBatch.encodeReply(replies));
              } else {
                awaitFor(decided);
                throw new HttpFailure(503, "not decided yet");
              }
            },
            20);
    for (int i = 1; i <= 6; i++) {
      jobs.add(new FakeJob(i, 2, null));
    }
    Worker worker = new Worker(new FakeTracker(() -> jobs, "127.0.0.1:" + port(jobTracker), temp));
    Server server = MasterServer.serve(worker::handle, 20);
    HttpClient task = new HttpClient("127.0.0.1", port(server), 5000, 20000);
    List<Thread> asking = new ArrayList<>();
    try {
      for (FakeJob job : jobs.subList(1, 6)) {
        Thread thread =
            new Thread(
                () -> {
                  try {
                    task.call("GET", Paths.params(job.id), null, job.key, 9999);
                  } catch (java.io.IOException e) {
                    Thread.currentThread().interrupt();
                  }
                });
        thread.start();
        asking.add(thread);
      }
      Thread.sleep(300);
      FakeJob job = jobs.get(0);
      byte[] body = new Report(new long[12], null, null, null).encode();
      String path = Paths.report(job.id, 0, job.attempt(true, 0));
      assertEquals(204, task.call("POST", path, body, job.key, 99).status);
      assertTrue(relayed.await(3, TimeUnit.SECONDS), "the report waits for others' parameters");
    } finally {
      decided.countDown();
      worker.close();
      server.stop();
      jobTracker.stop();
      for (Thread thread : asking) {
        thread.join();
      }
    }
  }

  private static void awaitFor(CountDownLatch latch) {
    try {
      latch.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
