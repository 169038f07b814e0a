package io.evenkeel.reduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Which map or node a copier blames for a failure, and when it gives up. */
class CopierTest {
  private static final long MINUTE = 60_000L;
  private final AtomicLong now = new AtomicLong(1);
  private boolean up;

  @Test
  void onlyTimeOfFailingCountsTowardsGivingUp() throws Exception {
    GroupFetcher fetcher =
        (batch, spool, sink) -> {
          if (!up) {
            throw new IOException("connection refused");
          }
          sink.copied(0, 0, null, 0);
        };
    CopyPlan plan = new CopyPlan(0, 1, 1, now::get);
    plan.located(0, "a0", "http://tracker:50060");
    Copier.Shared shared =
        new Copier.Shared(
            plan,
            fetcher,
            fetcher,
            new FetchFailures(),
            new CopyTotals(1),
            new Timeline(1),
            now::get);
    Copier copier = new Copier(shared, null, 0);
    CopyBatch batch =
        CopyPlanTest.batch(
            "http://tracker:50060", new int[] {0}, Collections.singletonList("a0"), 0);
    now.addAndGet(60 * MINUTE);
    assertFalse(copier.copy(batch), "an hour of long maps is no failure");
    failing(copier, batch, 19);
    now.addAndGet(60 * MINUTE);
    failing(copier, batch, 19);
    up = true;
    assertTrue(copier.copy(batch));
    up = false;
    failing(copier, batch, 19);
    assertThrows(IOException.class, () -> failing(copier, batch, 3));
  }

  /** So many minutes of failures, one each. */
  private void failing(Copier copier, CopyBatch batch, int minutes) throws IOException {
    for (int i = 0; i < minutes; i++) {
      now.addAndGet(MINUTE);
      assertFalse(copier.copy(batch));
    }
  }

  @Test
  void aStreamThatBreaksOffBlamesTheMapItBrokeOffIn() throws Exception {
    GroupFetcher fetcher =
        (batch, spool, sink) -> {
          if (up) {
            sink.ended();
          }
          throw new IllegalArgumentException("as the JDK's HTTP client does");
        };
    CopyPlan plan = new CopyPlan(0, 3, 1, now::get);
    FetchFailures failures = new FetchFailures();
    Copier.Shared shared =
        new Copier.Shared(
            plan, fetcher, fetcher, failures, new CopyTotals(1), new Timeline(1), now::get);
    Copier copier = new Copier(shared, null, 0);
    List<String> all = Arrays.asList("a0", "a1", "a2");
    CopyBatch batch = CopyPlanTest.batch("http://tracker:50060", new int[] {0, 1, 2}, all, 0);
    for (int i = 0; i < 2; i++) {
      assertFalse(copier.copy(batch));
      plan.done(batch, false);
    }
    assertTrue(failures.drain().isEmpty(), "not at once");
    assertFalse(copier.copy(batch));
    assertEquals(all, new ArrayList<>(failures.drain()), "nothing came from there");
    up = true;
    assertFalse(copier.copy(batch));
    assertEquals(Arrays.asList("a1"), new ArrayList<>(failures.drain()));
  }
}
