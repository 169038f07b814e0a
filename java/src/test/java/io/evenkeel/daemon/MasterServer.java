package io.evenkeel.daemon;

import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.JobParams;
import java.io.Closeable;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.ExecutorService;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.mortbay.jetty.Handler;
import org.mortbay.jetty.Server;
import org.mortbay.jetty.nio.SelectChannelConnector;
import org.mortbay.jetty.servlet.Context;
import org.mortbay.jetty.servlet.DefaultServlet;
import org.mortbay.jetty.servlet.FilterHolder;
import org.mortbay.thread.QueuedThreadPool;

/** The JobTracker's endpoints in a web server like Hadoop's, without the rest of the JobTracker. */
final class MasterServer implements Closeable {
  /** The web server's threads. */
  static final int THREADS = 20;

  final MemoryStorage storage;
  final JobBook book;
  final Parking parking = new Parking(20000, Clocks::millis);
  final HttpClient client;
  final Bodies bodies = new Bodies(8 << 20, 200, Clocks::millis);
  final Workers workers = new Workers(1000, Clocks::millis);
  private final ExecutorService disk = Threads.pool("disk", 4);
  private final Server server;

  MasterServer(MemoryStorage storage, BiFunction<String, JobParams, Planner> planners)
      throws Exception {
    this.storage = storage;
    Configuration conf = new Configuration(false);
    conf.set("evenkeel.report.wait.ms", "200");
    conf.set("evenkeel.schedule.limit.ms", "2000");
    Settings settings = new Settings(conf);
    book =
        new JobBook(
            settings,
            storage,
            planners,
            parking,
            workers,
            disk,
            new ReportWriter(disk, () -> "no native library in this test"));
    MasterEndpoints endpoints = new MasterEndpoints(book, parking, 30_000);
    server = serve(endpoints::handle, THREADS, bodies);
    client = new HttpClient("127.0.0.1", port(), 5000, 20000);
  }

  /** Any of our handlers behind the filter. */
  interface Answer {
    void handle(Exchange exchange) throws IOException;
  }

  static Server serve(Answer answer, int threads) throws Exception {
    return serve(answer, threads, Bodies.ofDaemon());
  }

  static Server serve(Answer answer, int threads, Bodies bodies) throws Exception {
    Server server = new Server();
    SelectChannelConnector connector = new SelectChannelConnector();
    connector.setHost("127.0.0.1");
    connector.setAcceptQueueSize(2500);
    server.addConnector(connector);
    server.setThreadPool(new QueuedThreadPool(threads));
    Context context = new Context(server, "/");
    HookFilter filter =
        new HookFilter(
            new io.evenkeel.daemon.Handler() {
              @Override
              public void handle(Exchange exchange) throws IOException {
                answer.handle(exchange);
              }

              @Override
              public void close() {}
            },
            bodies);
    context.addFilter(new FilterHolder(new Kept(filter)), "/*", Handler.ALL);
    context.addServlet(DefaultServlet.class, "/");
    server.start();
    return server;
  }

  /** Keeps the filter's handler, which its own init would replace. */
  private static final class Kept implements javax.servlet.Filter {
    private final HookFilter filter;

    Kept(HookFilter filter) {
      this.filter = filter;
    }

    @Override
    public void init(javax.servlet.FilterConfig config) {}

    @Override
    public void doFilter(
        javax.servlet.ServletRequest request,
        javax.servlet.ServletResponse response,
        javax.servlet.FilterChain chain)
        throws IOException, javax.servlet.ServletException {
      filter.doFilter(request, response, chain);
    }

    @Override
    public void destroy() {}
  }

  int port() {
    return server.getConnectors()[0].getLocalPort();
  }

  /** A job.xml with these keys and values. */
  static File jobFile(File folder, String... pairs) throws IOException {
    Configuration conf = new Configuration(false);
    conf.set("mapred.partitioner.class", "io.evenkeel.EvenkeelPartitioner");
    conf.set("mapred.reduce.tasks", "3");
    conf.set("evenkeel.groups", "12");
    for (int i = 0; i < pairs.length; i += 2) {
      conf.set(pairs[i], pairs[i + 1]);
    }
    File file = File.createTempFile("job", ".xml", folder);
    try (OutputStream out = new FileOutputStream(file)) {
      conf.writeXml(out);
    }
    return file;
  }

  @Override
  public void close() throws IOException {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IOException(e);
    }
    workers.shutdownNow();
    disk.shutdownNow();
  }
}
