package io.evenkeel.daemon;

import io.evenkeel.wire.JobParams;

/** Plans by hash, but for the step that a test overrides. */
class FaultyPlanner implements Planner {
  private final HashPlanner hash;

  FaultyPlanner(JobParams params) {
    hash = new HashPlanner(params, "a test");
  }

  @Override
  public boolean add(int map, byte[] report) {
    return hash.add(map, report);
  }

  @Override
  public byte[] hint() {
    return null;
  }

  @Override
  public byte[] finalise() {
    return hash.finalise();
  }

  @Override
  public byte[] snapshot() {
    return hash.snapshot();
  }

  @Override
  public void close() {}
}
