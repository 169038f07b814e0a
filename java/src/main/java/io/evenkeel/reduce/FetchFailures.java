package io.evenkeel.reduce;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Map attempts whose output could not be had, to be told to the JobTracker. It runs a map again
 * after three notices from half as many reducers as run; a bad group has one reader, so each
 * further failure is told again.
 */
final class FetchFailures {
  private final Set<String> attempts = new LinkedHashSet<>();

  synchronized void add(String attempt) {
    attempts.add(attempt);
  }

  /** Those not yet told. */
  synchronized List<String> drain() {
    List<String> out = new ArrayList<>(attempts);
    attempts.clear();
    return out;
  }
}
