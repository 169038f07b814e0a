package io.evenkeel.task;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.Limits;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Reply;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.SecretKey;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Speaks to the node's own TaskTracker, and to the JobTracker where that does not answer. */
final class DaemonLine implements JobLine {
  private static final Log LOG = LogFactory.getLog(DaemonLine.class);
  private static final int CONNECT_MILLIS = 3_000;
  private static final int READ_MILLIS = 15_000;
  private static final int SMALL_REPLY = 64 << 10;
  private static final long PARAMS_MILLIS = 60_000;
  private static final int TRIES = 10;
  private static final int LONGEST_REFUSAL = 500;

  private final String job;
  private final SecretKey key;
  private final List<HttpClient> daemons = new ArrayList<>();

  DaemonLine(String job, SecretKey key, InetSocketAddress... addresses) {
    this.job = job;
    this.key = key;
    for (InetSocketAddress address : addresses) {
      if (address != null) {
        daemons.add(
            new HttpClient(
                address.getHostString(), address.getPort(), CONNECT_MILLIS, READ_MILLIS));
      }
    }
  }

  @Override
  public JobParams params() throws IOException, InterruptedException {
    return KnownParams.of(job, key, new Asking());
  }

  /** A class, since every map asks: the first lambda of a JVM costs it some milliseconds. */
  private final class Asking implements KnownParams.Source {
    @Override
    public JobParams ask() throws IOException, InterruptedException {
      return askForParams();
    }
  }

  private JobParams askForParams() throws IOException, InterruptedException {
    long end = System.nanoTime() + PARAMS_MILLIS * 1_000_000;
    for (long pause = 100; ; pause = Math.min(2 * pause, 3_000)) {
      try {
        return JobParams.decode(any("GET", Paths.params(job), null, Limits.PARAMS_BYTES));
      } catch (IOException e) {
        if (System.nanoTime() > end) {
          throw new IOException(
              "Evenkeel on node "
                  + Node.name()
                  + " cannot get the parameters of "
                  + job
                  + ", so this task must not run. Cure: put the Evenkeel jar and both of its"
                  + " properties on the JobTracker and on this node, restart them, and let this"
                  + " node reach the JobTracker's HTTP port. Last try: "
                  + e.getMessage(),
              e);
        }
        Thread.sleep(pause);
      }
    }
  }

  @Override
  public void report(int map, String attempt, byte[] message) throws IOException {
    any("POST", Paths.report(job, map, attempt), message, SMALL_REPLY);
  }

  @Override
  public Bulletin bulletin(int after, int events) throws IOException {
    String path = Paths.bulletin(job, after, events);
    return Bulletin.decode(any("GET", path, null, Limits.BULLETIN_BYTES));
  }

  @Override
  public void reduced(int reduce, String attempt, byte[] json) throws IOException {
    try {
      patiently("POST", Paths.reduced(job, reduce, attempt), json, SMALL_REPLY);
    } catch (IOException e) {
      throw new IOException(
          "Evenkeel on node "
              + Node.name()
              + " cannot tell the JobTracker that "
              + attempt
              + " ran by the table: "
              + e.getMessage(),
          e);
    }
  }

  @Override
  public byte[] statistics() throws IOException {
    byte[] reply = patiently("GET", Paths.statistics(job), null, Limits.JOB_STATISTICS_BYTES);
    return reply.length == 0 ? null : reply;
  }

  /** Asks again for about half a minute: a daemon may be starting anew. */
  private byte[] patiently(String method, String path, byte[] body, int most) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        return any(method, path, body, most);
      } catch (IOException e) {
        if (tries == TRIES) {
          throw e;
        }
        pause(Math.min(200L << tries, 5_000));
      }
    }
  }

  private byte[] any(String method, String path, byte[] body, int most) throws IOException {
    if (daemons.isEmpty()) {
      throw new IOException("no daemon's HTTP address is known");
    }
    List<String> said = new ArrayList<>();
    IOException last = null;
    for (HttpClient daemon : daemons) {
      try {
        Reply reply = daemon.call(method, path, body, key, most);
        if (reply.status / 100 == 2) {
          return reply.body;
        }
        said.add(daemon.base() + path + " answers " + reply.status + why(reply));
      } catch (IOException e) {
        said.add(daemon.base() + ": " + e);
        last = e;
      }
      LOG.debug("Evenkeel: " + said);
    }
    throw new IOException(String.join("; ", said), last);
  }

  /** A hook refuses in one line of plain text; another server sends a page, which helps nobody. */
  private static String why(Reply reply) {
    String text = new String(reply.body, StandardCharsets.UTF_8).trim();
    boolean line = text.length() <= LONGEST_REFUSAL && text.indexOf('\n') < 0;
    return text.isEmpty() || !line || text.startsWith("<") ? "" : ": " + text;
  }

  private static void pause(long millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
