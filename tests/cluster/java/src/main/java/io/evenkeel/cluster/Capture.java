package io.evenkeel.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import org.apache.commons.logging.LogFactory;

/** Standard output and error of each run, apart from the others that run in the same process. */
final class Capture extends OutputStream {
  private static final InheritableThreadLocal<ByteArrayOutputStream> CURRENT =
      new InheritableThreadLocal<>();

  private final OutputStream fallback;

  private Capture(OutputStream fallback) {
    this.fallback = fallback;
  }

  /** Replaces both streams, once; what no run writes goes to the log. */
  static void install() {
    // The log takes hold of the real stream when it is first used.
    LogFactory.getLog(Capture.class).info("agent started");
    PrintStream log = System.err;
    System.setOut(new PrintStream(new Capture(log), true));
    System.setErr(new PrintStream(new Capture(log), true));
  }

  /** Collects what this thread, and those that it starts, write from now on. */
  static ByteArrayOutputStream begin() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    CURRENT.set(text);
    return text;
  }

  static void end() {
    CURRENT.remove();
  }

  @Override
  public void write(int b) throws IOException {
    OutputStream target = CURRENT.get();
    (target == null ? fallback : target).write(b);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    OutputStream target = CURRENT.get();
    (target == null ? fallback : target).write(bytes, from, length);
  }

  @Override
  public void flush() throws IOException {
    fallback.flush();
  }
}
