package io.evenkeel.daemon;

import io.evenkeel.core.CoreException;

/** Adds up a job's reports and makes its hints and its table. Used by one thread at a time. */
interface Planner {
  /** Adds a map's report; false if that map has reported before. */
  boolean add(int map, byte[] report) throws CoreException;

  /** Takes over what is known of the slots' nodes, as JSON (see {@link MapPaces}). */
  default void pace(byte[] paces) throws CoreException {}

  /** The next hints' message, or null if none are due. */
  byte[] hint() throws CoreException;

  /** The table's message. */
  byte[] finalise() throws CoreException;

  /** What is known, as JSON. */
  byte[] snapshot() throws CoreException;

  /** Why its table is the hash table whatever is counted, or null if it schedules. */
  default String fallback() {
    return null;
  }

  /** Frees what it holds; it may be called again. */
  void close();
}
