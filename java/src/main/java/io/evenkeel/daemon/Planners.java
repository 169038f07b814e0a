package io.evenkeel.daemon;

import io.evenkeel.core.CoreException;
import io.evenkeel.core.NativeCore;
import io.evenkeel.core.NativeLoader;
import io.evenkeel.wire.JobParams;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Makes planners: native ones where the library loads. */
final class Planners {
  private static final Log LOG = LogFactory.getLog(Planners.class);
  private static final Log CORE = LogFactory.getLog("io.evenkeel.core");

  /** So long after it began, a load counts as one that hangs: for jobs, and for those who look. */
  private static final int JOBS_MILLIS = 10000;

  private static final int LOOKERS_MILLIS = 1000;
  private static final String LOADING =
      "it is still being loaded. If that lasts, its file is on a file system that hangs";

  /** Loads the library or says why it cannot. */
  interface Load {
    void run() throws IOException;
  }

  private final Load load;
  private final Supplier<String> hanging;
  private final Queue<Long> unclosed = new ConcurrentLinkedQueue<Long>();
  private final CountDownLatch tried = new CountDownLatch(1);
  private volatile String problem = LOADING;
  private boolean loading;
  private long loadingSince;

  /**
   * With the library in this file, or found by itself if empty.
   *
   * @param hanging why the library must not be asked any more, or null
   */
  Planners(String library, Supplier<String> hanging) {
    this(() -> NativeLoader.load(library), hanging);
  }

  Planners(Load load, Supplier<String> hanging) {
    this.load = load;
    this.hanging = hanging;
  }

  /** A planner for a job; the library is loaded for the first one. */
  Planner make(String job, JobParams params) {
    String why = problem(JOBS_MILLIS);
    if (why != null) {
      return new HashPlanner(params, "the native library is not used: " + why);
    }
    try {
      return new NativePlanner(params, hanging, unclosed::add);
    } catch (CoreException | RuntimeException | LinkageError e) {
      String refusal = "the scheduler refuses the job: " + e;
      LOG.warn(job + ": hash table, because " + refusal);
      return new HashPlanner(params, refusal);
    }
  }

  /** Why the native library is not used, or null if it is. Waits a moment for it at most. */
  String problem() {
    return problem(LOOKERS_MILLIS);
  }

  private String problem(int loadMillis) {
    await(loadMillis);
    String missing = problem;
    return missing == null ? hanging.get() : missing;
  }

  /** Waits until the library was loaded, but not longer than so long after that began. */
  private void await(int loadMillis) {
    if (tried.getCount() == 0) {
      return;
    }
    try {
      tried.await(begin() + loadMillis - Clocks.millis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts to load if nobody has yet, on a thread of its own: it may hang. Since when it does. */
  private synchronized long begin() {
    if (!loading) {
      loading = true;
      loadingSince = Clocks.millis();
      Threads.named("evenkeel-load").newThread(this::tryOnce).start();
    }
    return loadingSince;
  }

  /** Says once in the log why the library is missing. */
  private void tryOnce() {
    String why = null;
    try {
      load.run();
    } catch (Exception | LinkageError e) {
      why = String.valueOf(e.getMessage());
      LOG.error("Jobs get hash tables: " + why);
    }
    problem = why;
    tried.countDown();
  }

  /** Whether the library is loaded. Never waits. */
  boolean loaded() {
    return problem == null;
  }

  /** Called now and then: frees what could not be freed while calls hung, on the planners' pool. */
  void tick(Executor workers) {
    drainLog();
    if (!unclosed.isEmpty() && hanging.get() == null) {
      workers.execute(this::closeNext);
    }
  }

  private void closeNext() {
    Long handle = hanging.get() == null ? unclosed.poll() : null;
    if (handle != null) {
      NativePlanner.close(handle);
    }
  }

  /** Passes the core's log lines on to the daemon's log. */
  void drainLog() {
    if (!loaded() || hanging.get() != null) {
      return;
    }
    try {
      for (String line : NativeCore.drainLog()) {
        if (line.startsWith("ERROR ") || line.startsWith("WARN ")) {
          CORE.warn(line);
        } else {
          CORE.info(line);
        }
      }
    } catch (CoreException | LinkageError e) {
      LOG.warn("cannot read the core's log lines: " + e.getMessage());
    }
  }
}
