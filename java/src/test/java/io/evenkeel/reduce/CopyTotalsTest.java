package io.evenkeel.reduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Which bytes count as early and which as in vain. */
class CopyTotalsTest {
  @Test
  void whatWasCopiedInVainWasNotCopiedEarly() {
    CopyTotals totals = new CopyTotals(3);
    totals.add(0, 10, true);
    totals.add(1, 5, true);
    totals.add(2, 3, false);
    int[] mine = {0, 2};
    assertEquals(10, totals.early(mine));
    assertEquals(5, totals.inVain(mine));
    assertEquals(18, totals.all());
  }
}
