package io.evenkeel;

/**
 * A load of the user's own making ({@code evenkeel.load=custom}): how much work a pair will be for
 * its reducer. Called once a pair in each map task, so it must be cheap. A class that is {@code
 * Configurable} or {@code JobConfigurable} is given the job's configuration.
 */
public interface LoadFunction<K, V> {
  /** The load of one pair, at least 0. */
  long load(K key, V value);
}
