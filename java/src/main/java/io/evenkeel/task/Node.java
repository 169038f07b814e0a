package io.evenkeel.task;

import io.evenkeel.Config;
import io.evenkeel.JobTrackerAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;

/**
 * Where this node's TaskTracker and its JobTracker listen. Read from the node's own site files: a
 * task's configuration holds what the client had.
 */
public final class Node {
  private static final Log LOG = LogFactory.getLog(Node.class);
  private static final String TRACKER_HTTP = "mapred.task.tracker.http.address";
  private static final String JOB_TRACKER = "mapred.job.tracker";

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
    InetSocketAddress bound;
    try {
      bound = NetUtils.createSocketAddr(site.get(TRACKER_HTTP, "0.0.0.0:50060"), 50060);
    } catch (IllegalArgumentException malformed) {
      return null;
    }
    if (bound.getPort() == 0) {
      return null;
    }
    boolean any = bound.getAddress() != null && bound.getAddress().isAnyLocalAddress();
    return any ? InetSocketAddress.createUnresolved("127.0.0.1", bound.getPort()) : bound;
  }

  /** The JobTracker's HTTP server, or null if nobody says where it is. */
  InetSocketAddress jobTracker() {
    boolean known =
        Config.JOBTRACKER_HTTP.isSet(site) || !"local".equals(site.get(JOB_TRACKER, "local"));
    try {
      return JobTrackerAddress.of(known ? site : task);
    } catch (IllegalArgumentException e) {
      LOG.warn("Evenkeel: " + e.getMessage());
      return null;
    }
  }

  /** The node's name, for messages. */
  public static String name() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
