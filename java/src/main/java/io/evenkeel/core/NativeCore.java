package io.evenkeel.core;

/**
 * The Rust core's functions. A handle is a number that the core looks up: a closed or invented one
 * is an exception, never a crash. Arguments may be anything, null included.
 */
public final class NativeCore {
  private NativeCore() {}

  /** The core's version, which must be the jar's. */
  public static native String version() throws CoreException;

  /** Starts a job; {@code spec} is JSON. */
  public static native long open(byte[] spec) throws CoreException;

  /** Adds a map's report: 0 if it is the map's first, 1 if not, 2 if the table was made before. */
  public static native int addReport(long handle, int map, byte[] report) throws CoreException;

  /** Takes over what is known of the slots' nodes, as JSON. */
  public static native void pace(long handle, byte[] paces) throws CoreException;

  /** The next hints' message, or null if none are due. */
  public static native byte[] hint(long handle) throws CoreException;

  /** The table's message. */
  public static native byte[] finalise(long handle) throws CoreException;

  /** What is known of the job, as JSON. */
  public static native byte[] snapshot(long handle) throws CoreException;

  /** Frees the job. */
  public static native void close(long handle) throws CoreException;

  /** A job's report as JSON, from facts that are JSON too. */
  public static native byte[] report(byte[] facts) throws CoreException;

  /** A job's report as a page of HTML, from the same facts. */
  public static native byte[] page(byte[] facts) throws CoreException;

  /** Log lines since the last call, oldest first, each {@code LEVEL message}; never null. */
  public static native String[] drainLog() throws CoreException;
}
