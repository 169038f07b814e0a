package io.evenkeel.task;

import io.evenkeel.Config;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;

/**
 * Where this node's TaskTracker and its JobTracker listen. Read from the node's own site files: a
 * task's configuration holds what the client had.
 */
public final class Node {
  private static final String TRACKER_HTTP = "mapred.task.tracker.http.address";
  private static final String JOB_TRACKER = "mapred.job.tracker";
  private static final String JOB_TRACKER_HTTP = "mapred.job.tracker.http.address";

  private final Configuration site;
  private final Configuration task;

  Node(Configuration site, Configuration task) {
    this.site = site;
    this.task = task;
  }

  /**
   * The node's own settings, Hadoop's defaults left out: they are known here. Where its files name
   * no JobTracker, the task's.
   */
  static Node of(Configuration task) {
    Configuration site = new Configuration(false);
    site.addResource("core-site.xml");
    site.addResource("mapred-site.xml");
    return new Node(site, task);
  }

  /** The TaskTracker's HTTP server, or null if its port is not fixed. */
  InetSocketAddress taskTracker() {
    InetSocketAddress bound = address(site.get(TRACKER_HTTP, "0.0.0.0:50060"), 50060);
    if (bound == null || bound.getPort() == 0) {
      return null;
    }
    return anyInterface(bound)
        ? InetSocketAddress.createUnresolved("127.0.0.1", bound.getPort())
        : bound;
  }

  /** The JobTracker's HTTP server, or null if it has none of its own. */
  InetSocketAddress jobTracker() {
    InetSocketAddress set = address(site.get(Config.JOBTRACKER_HTTP.name, ""), 50030);
    if (set != null && !anyInterface(set)) {
      return set;
    }
    boolean known = !"local".equals(site.get(JOB_TRACKER, "local"));
    Configuration conf = known ? site : task;
    String rpc = conf.get(JOB_TRACKER, "local");
    InetSocketAddress http = address(conf.get(JOB_TRACKER_HTTP, "0.0.0.0:50030"), 50030);
    InetSocketAddress host = "local".equals(rpc) ? null : address(rpc, 8021);
    if (host == null || http == null || http.getPort() == 0) {
      return null;
    }
    return InetSocketAddress.createUnresolved(host.getHostName(), http.getPort());
  }

  /** The node's name, for messages. */
  public static String name() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  private static boolean anyInterface(InetSocketAddress bound) {
    return bound.getAddress() != null && bound.getAddress().isAnyLocalAddress();
  }

  private static InetSocketAddress address(String text, int defaultPort) {
    try {
      return NetUtils.createSocketAddr(text, defaultPort);
    } catch (RuntimeException malformed) {
      return null;
    }
  }
}
