package io.evenkeel.cluster;

import java.security.Permission;
import java.util.concurrent.atomic.AtomicReference;

/** Turns {@code System.exit} of a program's {@code main} into an exception, and keeps its code. */
final class ExitTrap extends SecurityManager {
  private static final InheritableThreadLocal<AtomicReference<Integer>> CODE =
      new InheritableThreadLocal<>();

  /** Ends a program; no error, so it has no stack trace to fill its output with. */
  private static final class Exit extends SecurityException {
    private static final long serialVersionUID = 1;

    Exit(int status) {
      super("exit " + status);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  private ExitTrap() {}

  static void install() {
    System.setSecurityManager(new ExitTrap());
  }

  /** From now on this thread, and those that it starts, cannot end the process. */
  static AtomicReference<Integer> begin() {
    AtomicReference<Integer> code = new AtomicReference<>();
    CODE.set(code);
    return code;
  }

  static void end() {
    CODE.remove();
  }

  @Override
  public void checkExit(int status) {
    AtomicReference<Integer> code = CODE.get();
    if (code != null) {
      // The first one counts: a program that catches everything may well exit again, with another.
      code.compareAndSet(null, status);
      throw new Exit(status);
    }
  }

  @Override
  public void checkPermission(Permission permission) {}

  @Override
  public void checkPermission(Permission permission, Object context) {}
}
