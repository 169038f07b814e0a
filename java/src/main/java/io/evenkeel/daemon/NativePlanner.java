package io.evenkeel.daemon;

import io.evenkeel.core.CoreException;
import io.evenkeel.core.NativeCore;
import io.evenkeel.wire.JobParams;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** The Rust core as a planner. */
final class NativePlanner implements Planner {
  private static final Log LOG = LogFactory.getLog(NativePlanner.class);
  private final Supplier<String> hanging;
  private final LongConsumer unclosed;
  private final long handle;
  private boolean closed;

  /**
   * A job in the core.
   *
   * @param hanging why the core must not be asked any more, or null
   * @param unclosed takes what must be closed when it may be asked again
   */
  NativePlanner(JobParams params, Supplier<String> hanging, LongConsumer unclosed)
      throws CoreException {
    this.hanging = hanging;
    this.unclosed = unclosed;
    handle = NativeCore.open(spec(params).getBytes(StandardCharsets.UTF_8));
  }

  /** Its job in the core. */
  long handle() {
    return handle;
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
        + "\",\"prefetch\":\""
        + params.prefetch()
        + "\"}";
  }

  private void check() throws CoreException {
    String why = hanging.get();
    if (why != null) {
      throw new CoreException(why);
    }
  }

  @Override
  public boolean add(int map, byte[] report) throws CoreException {
    check();
    return NativeCore.addReport(handle, map, report) == 0;
  }

  @Override
  public void pace(byte[] paces) throws CoreException {
    check();
    NativeCore.pace(handle, paces);
  }

  @Override
  public byte[] hint() throws CoreException {
    check();
    return NativeCore.hint(handle);
  }

  @Override
  public byte[] finalise() throws CoreException {
    check();
    return NativeCore.finalise(handle);
  }

  @Override
  public byte[] snapshot() throws CoreException {
    check();
    return NativeCore.snapshot(handle);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (hanging.get() == null) {
      close(handle);
    } else {
      unclosed.accept(handle);
    }
  }

  /** Frees a job in the core. */
  static void close(long handle) {
    try {
      NativeCore.close(handle);
    } catch (CoreException e) {
      LOG.debug("closed already", e);
    }
  }
}
