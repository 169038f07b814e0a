package io.evenkeel.reduce;

import io.evenkeel.wire.Table;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * All that a reduce task decides about copying, from its first map event to its last group: each
 * event wakes its five copiers, hints come in stages, the table at the end.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Fork(1)
public class CopyPlanBench {
  private static final int SLOTS = 100;
  private static final int STAGES = 10;
  private static final int COPIERS = 5;

  /** Map tasks. */
  @Param({"500", "5000"})
  public int maps;

  /** Operation groups. */
  @Param({"4096"})
  public int groups;

  /** TaskTrackers. */
  @Param({"100"})
  public int trackers;

  /** A whole task; returns its requests. */
  @Benchmark
  public int task() throws IOException {
    CopyPlan plan = new CopyPlan(0, maps, groups, Clock.SYSTEM);
    Deque<CopyBatch> underWay = new ArrayDeque<>();
    for (int map = 0; map < maps; map++) {
      plan.located(map, "attempt" + map, "http://tracker" + map * 31 % trackers + ":50060");
      if (map % Math.max(1, maps / STAGES) == maps / STAGES / 2) {
        plan.hint(hinted(map));
      }
      wake(plan, underWay);
      finish(plan, underWay);
    }
    plan.bind(Table.hash(groups, SLOTS));
    while (!plan.isWhole()) {
      wake(plan, underWay);
      finish(plan, underWay);
    }
    return plan.requests();
  }

  /** Every waiting copier looks for a batch. */
  private static void wake(CopyPlan plan, Deque<CopyBatch> underWay) {
    int waiting = COPIERS - underWay.size();
    for (int copier = 0; copier < waiting; copier++) {
      CopyBatch batch = plan.tryNext();
      if (batch != null) {
        underWay.add(batch);
      }
    }
  }

  private static void finish(CopyPlan plan, Deque<CopyBatch> underWay) {
    CopyBatch batch = underWay.poll();
    if (batch == null) {
      return;
    }
    for (CopyBatch.Part part : batch.parts) {
      for (int map : part.maps) {
        for (int group : part.groups) {
          plan.copied(map, group, null);
        }
      }
    }
    plan.done(batch, true);
  }

  /** More of this slot's groups from stage to stage, and a wrong one. */
  private BitSet hinted(int map) {
    BitSet out = new BitSet();
    int mine = (int) ((long) groups / SLOTS * (map + 1) / maps);
    for (int i = 0; i < mine; i++) {
      out.set(i * SLOTS);
    }
    out.set(1);
    return out;
  }
}
