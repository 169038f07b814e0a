package io.evenkeel.daemon;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.FilterContainer;
import org.apache.hadoop.http.FilterInitializer;

/**
 * The entry in {@code hadoop.http.filter.initializers}: puts {@link HookFilter} into the daemon's
 * existing web server.
 */
public final class DaemonHook extends FilterInitializer {
  /** Created by the daemon's web server. */
  public DaemonHook() {}

  @Override
  public void initFilter(FilterContainer container, Configuration conf) {
    container.addGlobalFilter("evenkeel", HookFilter.class.getName(), null);
  }
}
