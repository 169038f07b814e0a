package io.evenkeel.daemon;

import io.evenkeel.core.CoreException;
import io.evenkeel.core.NativeCore;
import io.evenkeel.wire.JobParams;
import java.nio.charset.StandardCharsets;

/** The Rust core as a planner. */
final class NativePlanner implements Planner {
  private final long handle;
  private boolean closed;

  NativePlanner(JobParams params) throws CoreException {
    handle = NativeCore.open(spec(params).getBytes(StandardCharsets.UTF_8));
  }

  /** The job for the core; all values come from closed sets of words and numbers. */
  static String spec(JobParams params) {
    return "{\"maps\":"
        + params.maps()
        + ",\"groups\":"
        + params.groups()
        + ",\"slots\":"
        + params.slots()
        + ",\"algorithm\":\""
        + params.algorithm()
        + "\",\"eta\":"
        + params.eta()
        + ",\"load\":\""
        + params.load()
        + "\",\"prefetch\":"
        + params.prefetch().equals("auto")
        + "}";
  }

  @Override
  public boolean add(int map, byte[] report) throws CoreException {
    return NativeCore.addReport(handle, map, report) == 0;
  }

  @Override
  public byte[] hint() throws CoreException {
    return NativeCore.hint(handle);
  }

  @Override
  public byte[] finalise() throws CoreException {
    return NativeCore.finalise(handle);
  }

  @Override
  public byte[] snapshot() throws CoreException {
    return NativeCore.snapshot(handle);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      NativeCore.close(handle);
    } catch (CoreException e) {
      closed = true;
    }
  }
}
