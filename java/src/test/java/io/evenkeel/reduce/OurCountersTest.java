package io.evenkeel.reduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.evenkeel.wire.Limits;
import io.evenkeel.wire.Table;
import org.junit.jupiter.api.Test;

/** The JobTracker's hook makes room for just as many counters as there are. */
class OurCountersTest {
  @Test
  void thereAreAsManyAsTheJobTrackerAllows() {
    Table table = Table.hash(4, 1);
    int count =
        OurCounters.values(table, new CopyTotals(4), new Timeline(4), new int[] {0, 1, 2, 3})
            .size();
    assertEquals(Limits.COUNTERS, count);
  }
}
