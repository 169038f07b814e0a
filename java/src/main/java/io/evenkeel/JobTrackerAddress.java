package io.evenkeel;

import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;

/**
 * Where the JobTracker's web server is, by a node's settings: its TaskTracker and its tasks must
 * come to the same answer.
 */
public final class JobTrackerAddress {
  private static final String HTTP = "mapred.job.tracker.http.address";
  private static final int HTTP_PORT = 50030;
  private static final int RPC_PORT = 8021;

  private JobTrackerAddress() {}

  /**
   * The address, its name not looked up.
   *
   * @return null if the settings name no JobTracker, or no port of its web server
   * @throws IllegalArgumentException if they say nonsense
   */
  public static InetSocketAddress of(Configuration conf) {
    String set = Config.JOBTRACKER_HTTP.address(conf);
    if (!set.isEmpty()) {
      int colon = set.lastIndexOf(':');
      return InetSocketAddress.createUnresolved(
          set.substring(0, colon), Integer.parseInt(set.substring(colon + 1)));
    }
    String rpc = conf.get("mapred.job.tracker", "local");
    InetSocketAddress http =
        NetUtils.createSocketAddr(conf.get(HTTP, "0.0.0.0:" + HTTP_PORT), HTTP_PORT);
    if ("local".equals(rpc) || http.getPort() == 0) {
      return null;
    }
    boolean any = http.getAddress() != null && http.getAddress().isAnyLocalAddress();
    InetSocketAddress host = any ? NetUtils.createSocketAddr(rpc, RPC_PORT) : http;
    return InetSocketAddress.createUnresolved(host.getHostString(), http.getPort());
  }
}
