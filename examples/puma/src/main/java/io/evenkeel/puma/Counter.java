package io.evenkeel.puma;

/** The counters that every job of the suite keeps. */
public enum Counter {
  /** Pairs that map tasks emitted: the load of the job, before any combiner. */
  WORDS,
  /** Keys that reduce tasks wrote. */
  VALUES
}
