package io.evenkeel.reduce;

import io.evenkeel.wire.Hints;
import io.evenkeel.wire.Table;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Which groups a slot gets, and in which order it runs them: small loads first (Section 4.2). */
final class Binding {
  private Binding() {}

  /** The slot's groups, small loads first. */
  static int[] runOrder(Table table, int slot) {
    List<Integer> mine = new ArrayList<>();
    for (int g = 0; g < table.groups(); g++) {
      if (table.slotOf(g) == slot) {
        mine.add(g);
      }
    }
    mine.sort((a, b) -> table.order(a) != table.order(b) ? table.order(a) - table.order(b) : a - b);
    return ints(mine);
  }

  /** About what load an order byte stands for (docs/protocol.md). */
  static double load(int order) {
    return order == 0 ? 0 : Math.pow(2, (order - 1) / 4.0);
  }

  /** The groups that hints promise to a slot. */
  static BitSet hinted(Hints hints, int slot, int groups) {
    BitSet wanted = new BitSet(groups);
    for (int g = 0; g < groups; g++) {
      if (hints.slotOf(g) == slot) {
        wanted.set(g);
      }
    }
    return wanted;
  }

  /**
   * Cuts a run order into at most {@code most} pieces, each about twice as heavy as the one before:
   * the first groups come soon, and few requests bring all.
   */
  static List<BitSet> pieces(int[] order, Table table, int most) {
    double total = 0;
    for (int g : order) {
      total += load(table.order(g));
    }
    double unit = total / ((1L << most) - 1);
    List<BitSet> pieces = new ArrayList<>();
    BitSet piece = new BitSet();
    double sum = 0;
    double limit = unit;
    for (int g : order) {
      piece.set(g);
      sum += load(table.order(g));
      if (sum >= limit && pieces.size() < most - 1 && sum < total) {
        pieces.add(piece);
        piece = new BitSet();
        limit += unit * (1L << pieces.size());
      }
    }
    if (!piece.isEmpty()) {
      pieces.add(piece);
    }
    return pieces;
  }

  private static int[] ints(List<Integer> list) {
    int[] out = new int[list.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = list.get(i);
    }
    return out;
  }
}
