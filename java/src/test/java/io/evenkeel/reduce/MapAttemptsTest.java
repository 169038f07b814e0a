package io.evenkeel.reduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.Table;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is told of maps, by two lines that do not wait for each other. */
class MapAttemptsTest {
  /** Tells it to those who keep attempts, and to the plan, which keeps places too. */
  private interface Step {
    void tell(MapAttempts attempts, CopyPlan plan);
  }

  private static Step at(int map, String attempt, String tracker) {
    return (attempts, plan) -> {
      attempts.succeeded(map, attempt);
      plan.located(map, attempt, tracker);
    };
  }

  private static Step lost(int map, String attempt) {
    return (attempts, plan) -> {
      attempts.lost(map, attempt);
      plan.lost(map, attempt);
    };
  }

  private static final List<Step> STORY =
      Arrays.asList(
          at(0, "a0", "http://x"),
          at(1, "b0", "http://x"),
          lost(0, "a0"),
          at(0, "a1", "http://y"),
          lost(0, "a1"),
          at(0, "a2", "http://z"));

  private static CopyPlan plan() {
    return new CopyPlan(0, 2, 1, Clock.SYSTEM);
  }

  /** Two lines tell the same story, each in order, one ahead of the other. */
  @Test
  void twoSourcesInAnyInterleavingEndAlike() throws Exception {
    Random random = new Random(5);
    for (int round = 0; round < 500; round++) {
      MapAttempts attempts = new MapAttempts(2);
      CopyPlan plan = plan();
      int first = 0;
      int second = 0;
      boolean told = false;
      while (first < STORY.size() || second < STORY.size()) {
        if (second == STORY.size() || first < STORY.size() && random.nextBoolean()) {
          STORY.get(first++).tell(attempts, plan);
        } else {
          STORY.get(second++).tell(attempts, plan);
        }
        told |= first >= 3 || second >= 3;
        assertTrue(!told || !"a0".equals(attempts.of(0)), "a lost attempt never comes back");
      }
      assertEquals("a2", attempts.of(0));
      assertEquals("b0", attempts.of(1));
      assertEquals(2, attempts.done());
      assertEquals("{http://x=[b0], http://z=[a2]}", asked(plan).toString());
    }
  }

  /** What is copied from where once everything is wanted. */
  private static Map<String, List<String>> asked(CopyPlan plan) throws IOException {
    plan.bind(new Table(true, "t", 2, new int[] {0}, new byte[1]));
    Map<String, List<String>> out = new TreeMap<>();
    for (CopyBatch batch = plan.tryNext(); batch != null; batch = plan.tryNext()) {
      out.put(batch.tracker, batch.attempts());
    }
    return out;
  }

  @Test
  void afterAResetEverythingCanBeToldAgain() throws Exception {
    MapAttempts attempts = new MapAttempts(2);
    CopyPlan plan = plan();
    STORY.forEach(step -> step.tell(attempts, plan));
    attempts.forget();
    plan.forgetPlaces();
    assertNull(attempts.of(0));
    assertNull(plan.tryNext());
    STORY.forEach(step -> step.tell(attempts, plan));
    assertEquals("a2", attempts.of(0));
    assertEquals(2, attempts.done());
    assertEquals("{http://x=[b0], http://z=[a2]}", asked(plan).toString());
  }
}
