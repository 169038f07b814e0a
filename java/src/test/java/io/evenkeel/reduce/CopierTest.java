package io.evenkeel.reduce;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CopierTest {
  private static final long MINUTE = 60_000L;
  private final AtomicLong now = new AtomicLong(1);
  private boolean up;

  @Test
  void onlyTimeOfFailingCountsTowardsGivingUp() throws Exception {
    Fetcher fetcher =
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
    Batch batch =
        new Batch(
            "http://tracker:50060", new int[] {0}, Collections.singletonList("a0"), new int[] {0});
    now.addAndGet(60 * MINUTE);
    assertFalse(copier.copy(batch), "an hour of long maps is no failure");
    now.addAndGet(19 * MINUTE);
    assertFalse(copier.copy(batch));
    up = true;
    assertTrue(copier.copy(batch));
    up = false;
    now.addAndGet(19 * MINUTE);
    assertFalse(copier.copy(batch), "it worked meanwhile");
    now.addAndGet(21 * MINUTE);
    assertThrows(IOException.class, () -> copier.copy(batch));
  }
}
