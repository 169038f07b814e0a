package io.evenkeel.reduce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.Table;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which order a slot's groups run, and in which pieces they are copied. */
class BindingTest {
  @Test
  void smallLoadsRunFirst() {
    Table table =
        new Table(
            true, "best", 2, new int[] {0, 1, 0, 0, 1, 0}, new byte[] {9, 1, 3, (byte) 200, 0, 3});
    assertArrayEquals(new int[] {2, 5, 0, 3}, Binding.runOrder(table, 0));
    assertArrayEquals(new int[] {4, 1}, Binding.runOrder(table, 1));
  }

  @Test
  void piecesCoverTheOrderAndGrow() {
    int n = 64;
    byte[] order = new byte[n];
    for (int g = 0; g < n; g++) {
      order[g] = 20;
    }
    Table table = new Table(true, "best", 1, new int[n], order);
    int[] run = Binding.runOrder(table, 0);
    List<BitSet> pieces = Binding.pieces(run, table, 4);
    assertEquals(4, pieces.size());
    BitSet all = new BitSet();
    int before = 0;
    for (BitSet piece : pieces) {
      assertTrue(!all.intersects(piece) && piece.cardinality() >= before);
      before = piece.cardinality();
      all.or(piece);
    }
    assertEquals(n, all.cardinality());
    assertEquals(1, Binding.pieces(run, table, 1).size());
    assertEquals(0, Binding.pieces(new int[0], table, 4).size());
  }

  @Test
  void emptyGroupsArePiecesToo() {
    Table table = Table.hash(10, 1);
    List<BitSet> pieces = Binding.pieces(Binding.runOrder(table, 0), table, 4);
    int sum = 0;
    for (BitSet piece : pieces) {
      sum += piece.cardinality();
    }
    assertEquals(10, sum);
  }
}
