package io.evenkeel.daemon;

import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.Table;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/** Where the core cannot plan: what hash partitioning would do. Balance is lost, output right. */
final class HashPlanner implements Planner {
  private final JobParams params;
  private final String why;
  private final BitSet seen = new BitSet();

  HashPlanner(JobParams params, String why) {
    this.params = params;
    this.why = why;
  }

  @Override
  public String fallback() {
    return why;
  }

  @Override
  public boolean add(int map, byte[] report) {
    boolean first = !seen.get(map);
    seen.set(map);
    return first;
  }

  @Override
  public byte[] hint() {
    return null;
  }

  @Override
  public byte[] finalise() {
    return Table.hash(params.groups(), params.slots()).encode();
  }

  @Override
  public byte[] snapshot() {
    return "{}".getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {}
}
