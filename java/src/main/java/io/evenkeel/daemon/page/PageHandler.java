package io.evenkeel.daemon.page;

import io.evenkeel.core.CoreException;
import io.evenkeel.core.NativeCore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Answers {@code /evenkeel} and what lies below it, for people. Hadoop puts the filters that know
 * who asks (authentication) before {@code *.html} and {@code *.jsp} only. So each request is
 * forwarded once to the same path with {@code .html} behind it, and answered there.
 */
public final class PageHandler {
  private static final Log LOG = LogFactory.getLog(PageHandler.class);
  private static final String ROOT = "/evenkeel";
  private static final String JOB = ROOT + "/job/";
  private static final String KNOWN = ".html";
  private static final Pattern PAGE =
      Pattern.compile("/evenkeel(/|/status\\.json|/job/[A-Za-z0-9_]+(\\.json)?)?");
  private static final String HTML = "text/html; charset=utf-8";
  private static final String JSON = "application/json; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String NOTHING_ELSE =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

  private final PageSource source;
  private final RecentErrors errors = RecentErrors.listen();
  private final Health health;
  private final JobsPage jobs;
  private final SecureRandom random = new SecureRandom();
  private final Semaphore rendering = new Semaphore(4);

  /** A page of what the source knows; the executor asks the TaskTrackers. */
  public PageHandler(PageSource source, Executor executor, LongSupplier clock) {
    this.source = source;
    this.health =
        new Health(
            source, new TrackerProbe(source, executor, clock, TrackerProbe::overHttp), errors);
    this.jobs = new JobsPage(source, health);
  }

  static String reportPath(String job) {
    return JOB + job;
  }

  /** Answers a request. */
  public void handle(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String path = request.getRequestURI();
    if (!"GET".equals(request.getMethod()) && !"HEAD".equals(request.getMethod())) {
      send(response, 405, TEXT, "use GET\n");
    } else if (path.endsWith(KNOWN)) {
      String page = path.substring(0, path.length() - KNOWN.length());
      answer(page, request.getRemoteUser(), response);
    } else if (PAGE.matcher(path).matches()) {
      forward(path.equals(ROOT + "/") ? ROOT : path, request, response);
    } else {
      send(response, 404, TEXT, "no such page\n");
    }
  }

  private static void forward(String path, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      request.getRequestDispatcher(path + KNOWN).forward(request, response);
    } catch (ServletException e) {
      throw new IOException("cannot forward to " + path + KNOWN, e);
    }
  }

  private void answer(String path, String user, HttpServletResponse response) throws IOException {
    if (path.equals(ROOT)) {
      list(response, user);
    } else if (path.equals(ROOT + "/status.json")) {
      send(response, 200, JSON, StatusJson.of(source, user, health, errors));
    } else if (path.startsWith(JOB)) {
      job(response, user, path.substring(JOB.length()));
    } else {
      send(response, 404, TEXT, "no such page\n");
    }
  }

  private void list(HttpServletResponse response, String user) throws IOException {
    String nonce = Long.toHexString(random.nextLong());
    String status = StatusJson.of(source, user, health, errors);
    String stamp = status.substring("{\"stamp\":\"".length(), status.indexOf("\","));
    response.setHeader(
        "Content-Security-Policy",
        NOTHING_ELSE + "; script-src 'nonce-" + nonce + "'; connect-src 'self'");
    send(response, 200, HTML, jobs.render(user, nonce, stamp));
  }

  private void job(HttpServletResponse response, String user, String name) throws IOException {
    boolean json = name.endsWith(".json");
    String id = json ? name.substring(0, name.length() - ".json".length()) : name;
    JobRow row = source.job(id);
    if (row == null) {
      send(response, 404, TEXT, "no balanced job of this id is known here\n");
    } else if (!source.mayView(user, row)) {
      send(response, 403, TEXT, "you may not view this job\n");
    } else if (!rendering.tryAcquire()) {
      response.setHeader("Retry-After", "1");
      send(response, 503, TEXT, "busy, try again\n");
    } else {
      try {
        report(response, row, json);
      } finally {
        rendering.release();
      }
    }
  }

  private void report(HttpServletResponse response, JobRow row, boolean json) throws IOException {
    byte[] facts = source.facts(row.id);
    if (facts == null) {
      send(response, 404, TEXT, "the report of this job is gone\n");
      return;
    }
    response.setHeader("Content-Security-Policy", NOTHING_ELSE);
    if (source.nativeProblem() == null) {
      try {
        byte[] body = json ? NativeCore.report(facts) : NativeCore.page(facts);
        if (row.live() && !json) {
          response.setHeader("Refresh", "3");
        }
        send(response, 200, json ? JSON : HTML, body);
        return;
      } catch (CoreException e) {
        LOG.warn(row.id + ": no report: " + e.getMessage());
      }
    }
    if (json) {
      send(response, 200, JSON, facts);
    } else {
      Html html = new Html();
      html.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
      html.text(row.name).raw("</title><style>").raw(Resources.STYLE);
      html.raw("</style></head><body><main><h1>").text(row.name).raw("</h1><p>");
      if (!row.fallback.isEmpty()) {
        html.raw("This job got the hash table of stock MapReduce, because ");
        html.text(row.fallback).raw(".</p><p>");
      }
      html.raw("The native library draws this page, and it is missing. ");
      html.raw("<a href=\"").text(reportPath(row.id)).raw(".json\">The facts as JSON</a></p>");
      send(response, 200, HTML, html.raw("</main></body></html>\n").toString());
    }
  }

  private static void send(HttpServletResponse response, int status, String type, String text)
      throws IOException {
    send(response, status, type, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpServletResponse response, int status, String type, byte[] body)
      throws IOException {
    response.setStatus(status);
    response.setContentType(type);
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("X-Frame-Options", "SAMEORIGIN");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  /** Stops listening to the log. */
  public void close() {
    errors.close();
  }
}
