package io.evenkeel.daemon;

import io.evenkeel.core.CoreException;
import io.evenkeel.core.NativeCore;
import io.evenkeel.core.NativeLoader;
import io.evenkeel.wire.JobParams;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Makes planners: native ones where the library loads. */
final class Planners {
  private static final Log LOG = LogFactory.getLog(Planners.class);
  private static final Log CORE = LogFactory.getLog("io.evenkeel.core");
  private final String library;
  private boolean tried;
  private String problem;

  /** With the library in this file, or found by itself if empty. */
  Planners(String library) {
    this.library = library;
  }

  /** A planner for a job; the library is loaded for the first one. */
  Planner make(String job, JobParams params) {
    if (problem() == null) {
      try {
        return new NativePlanner(params);
      } catch (CoreException | RuntimeException e) {
        LOG.warn(job + ": hash table, because the scheduler refuses the job: " + e.getMessage());
      }
    }
    return new HashPlanner(params);
  }

  /** Why there is no native library, or null if there is one. Says so once in the log. */
  synchronized String problem() {
    if (!tried) {
      tried = true;
      try {
        NativeLoader.load(library);
      } catch (Exception | LinkageError e) {
        problem = e.getMessage();
        LOG.error("Jobs get hash tables: " + problem);
      }
    }
    return problem;
  }

  /** Whether the library is loaded. */
  synchronized boolean loaded() {
    return tried && problem == null;
  }

  /** Passes the core's log lines on to the daemon's log. */
  void drainLog() {
    if (!loaded()) {
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
    } catch (CoreException e) {
      LOG.warn("cannot read the core's log lines: " + e.getMessage());
    }
  }
}
