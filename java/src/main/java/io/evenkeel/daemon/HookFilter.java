package io.evenkeel.daemon;

import io.evenkeel.wire.WireException;
import java.io.IOException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletContext;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.mortbay.jetty.RetryRequest;

/**
 * Looks at every request of a daemon's web server and answers those below {@code /evenkeel}. In a
 * daemon that is neither JobTracker nor TaskTracker it does nothing. Whatever fails in here, the
 * daemon goes on.
 */
public final class HookFilter implements Filter {
  private static final Log LOG = LogFactory.getLog(HookFilter.class);
  private static final String ROOT = "/evenkeel";
  private final Bodies bodies;
  private volatile Handler handler;

  /** Created by the web server. */
  public HookFilter() {
    this(null, Bodies.ofDaemon());
  }

  HookFilter(Handler handler, Bodies bodies) {
    this.handler = handler;
    this.bodies = bodies;
  }

  @Override
  public void init(FilterConfig config) {
    ServletContext context = config.getServletContext();
    Object jobTracker = context.getAttribute("job.tracker");
    Object taskTracker = context.getAttribute("task.tracker");
    try {
      if (jobTracker != null) {
        handler = Master.start(jobTracker);
        LOG.info("Evenkeel is in this JobTracker");
      } else if (taskTracker != null) {
        handler = Worker.start(taskTracker, context);
        LOG.info("Evenkeel is in this TaskTracker");
      }
    } catch (Exception | LinkageError e) {
      LOG.error("Evenkeel stays out of this daemon; jobs that ask for it will fail", e);
    }
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Handler active = handler;
    if (active == null || !(request instanceof HttpServletRequest) || !ours(request)) {
      chain.doFilter(request, response);
      return;
    }
    Exchange exchange =
        Exchange.of((HttpServletRequest) request, (HttpServletResponse) response, bodies);
    boolean parked = false;
    try {
      answer(active, exchange);
    } catch (RetryRequest later) {
      parked = true;
      throw later;
    } finally {
      if (!parked) {
        exchange.done();
      }
    }
  }

  private static void answer(Handler active, Exchange exchange) throws IOException {
    try {
      active.handle(exchange);
    } catch (RetryRequest parked) {
      throw parked;
    } catch (HttpFailure e) {
      exchange.refuse(e.status, e.getMessage());
    } catch (WireException e) {
      exchange.refuse(400, e.getMessage());
    } catch (IOException e) {
      LOG.info("Evenkeel request " + exchange.path() + " broke off: " + e);
      throw e;
    } catch (RuntimeException | LinkageError e) {
      LOG.error("Evenkeel request " + exchange.path() + " failed", e);
      exchange.refuse(500, "internal error, see the daemon's log");
    }
  }

  private static boolean ours(ServletRequest request) {
    String uri = ((HttpServletRequest) request).getRequestURI();
    return uri != null
        && (uri.equals(ROOT) || uri.equals(ROOT + ".html") || uri.startsWith(ROOT + "/"));
  }

  @Override
  public void destroy() {
    Handler active = handler;
    handler = null;
    if (active != null) {
      active.close();
    }
  }
}
