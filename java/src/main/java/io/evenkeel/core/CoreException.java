package io.evenkeel.core;

/** The native core refused a call or broke in it; the next call is unaffected. */
public final class CoreException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says what happened. */
  public CoreException(String message) {
    super(message);
  }
}
