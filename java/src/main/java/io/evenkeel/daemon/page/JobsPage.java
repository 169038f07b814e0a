package io.evenkeel.daemon.page;

import java.util.List;
import java.util.Locale;

/** The page {@code /evenkeel}. */
final class JobsPage {
  private static final int BAR_WIDTH = 3;
  private static final int BAR_HEIGHT = 26;
  private final PageSource source;
  private final Health health;

  JobsPage(PageSource source, Health health) {
    this.source = source;
    this.health = health;
  }

  /** The page for this user; the script runs by this nonce only. */
  String render(String user, String nonce, String stamp) {
    Html html = new Html();
    html.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">");
    html.raw("<link rel=\"icon\" href=\"data:,\"><title>Evenkeel</title>");
    html.raw("<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript><style>");
    html.raw(Resources.STYLE).raw("</style></head><body data-stamp=\"").text(stamp);
    html.raw("\"><main><header><p class=\"over\"><a href=\"/jobtracker.jsp\">JobTracker</a></p>");
    html.raw("<h1>Evenkeel</h1><p class=\"sentence\">Balanced jobs, now and lately. ");
    html.raw("<span id=\"link\" role=\"status\"></span></p></header>");
    jobs(html, user);
    health.write(html, user);
    html.raw("</main><script nonce=\"").text(nonce).raw("\">").raw(Resources.SCRIPT);
    return html.raw("</script></body></html>\n").toString();
  }

  private void jobs(Html html, String user) {
    html.raw("<section id=\"jobs\" aria-labelledby=\"jobs-h\"><h2 id=\"jobs-h\">Jobs</h2>");
    List<JobRow> jobs = source.jobs();
    if (jobs.isEmpty()) {
      html.raw("<p>No balanced job yet. A job asks to be balanced by naming ");
      html.raw("<code>io.evenkeel.EvenkeelPartitioner</code> as its partitioner.</p></section>");
      return;
    }
    html.raw("<table class=\"jobs\"><thead><tr>");
    for (String head : new String[] {"Job", "Owner", "State", "Loads", "Balance", "Submitted"}) {
      html.raw("<th scope=\"col\">").text(head).raw("</th>");
    }
    html.raw("</tr></thead><tbody>");
    for (JobRow job : jobs) {
      html.raw("<tr id=\"row-").text(job.id).raw("\">");
      if (source.mayView(user, job)) {
        row(html, job);
      } else {
        hidden(html, job);
      }
      html.raw("</tr>");
    }
    html.raw("</tbody></table></section>");
  }

  private static void row(Html html, JobRow job) {
    html.raw("<th scope=\"row\"><a id=\"job-").text(job.id).raw("\" href=\"");
    html.text(PageHandler.reportPath(job.id)).raw("\">");
    html.text(job.name.isEmpty() ? job.id : job.name).raw("</a><small>").text(job.id);
    html.raw(" · <a href=\"")
        .text(PageHandler.reportPath(job.id))
        .raw(".json\">JSON</a></small></th>");
    cell(html, "Owner").text(job.user).raw("</td>");
    cell(html, "State").text(job.words());
    if (job.live() && "counting".equals(job.phase)) {
      html.raw("<progress aria-label=\"maps counted\" max=\"").text(Math.max(1, job.maps));
      html.raw("\" value=\"").text(job.reported).raw("\"></progress>");
    }
    html.raw("</td>");
    cell(html, "Loads");
    spark(html, job.shape.bars());
    html.raw("</td>");
    cell(html, "Balance");
    balance(html, job);
    html.raw("</td>");
    cell(html, "Submitted").text(Times.of(job.submitted)).raw("</td>");
  }

  /** Hadoop's own list shows id, owner and state of every job; the rest is the job's own. */
  private static void hidden(Html html, JobRow job) {
    html.raw("<th scope=\"row\">")
        .text(job.id)
        .raw("<small>you may not view this job</small></th>");
    cell(html, "Owner").text(job.user).raw("</td>");
    cell(html, "State").text(job.state).raw("</td>");
    for (String label : new String[] {"Loads", "Balance", "Submitted"}) {
      cell(html, label).raw("–</td>");
    }
  }

  private static Html cell(Html html, String label) {
    return html.raw("<td data-label=\"").text(label).raw("\">");
  }

  private static void balance(Html html, JobRow job) {
    Shape shape = job.shape;
    if (!job.fallback.isEmpty()) {
      if (shape.hashRatio > 0) {
        html.raw("<span><data value=\"").text(shape.hashRatio).raw("\">");
        html.text(times(shape.hashRatio)).raw("</data> the mean</span>");
      }
      html.raw("<small class=\"bad\">hash table: ").text(job.fallback).raw("</small>");
      return;
    }
    if (shape.hashRatio == 0) {
      html.raw("–");
      return;
    }
    if (shape.ratio > 0) {
      html.raw("<span><data value=\"").text(shape.ratio).raw("\">").text(times(shape.ratio));
      html.raw("</data> the mean</span><small>");
    } else {
      html.raw("<small>");
    }
    html.raw("by hashing <data value=\"").text(shape.hashRatio).raw("\">");
    html.text(times(shape.hashRatio)).raw("</data></small>");
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, ratio < 1.1 ? "%.3f ×" : "%.2f ×", ratio);
  }

  private static void spark(Html html, int[] bars) {
    if (bars.length == 0) {
      html.raw("–");
      return;
    }
    int width = bars.length * BAR_WIDTH;
    html.raw("<svg class=\"ek spark\" role=\"img\" width=\"").text(width).raw("\" height=\"");
    html.text(BAR_HEIGHT).raw("\" aria-label=\"Loads of groups, largest first, log scale\">");
    for (int i = 0; i < bars.length; i++) {
      int height = Math.max(bars[i] > 0 ? 1 : 0, bars[i] * BAR_HEIGHT / 100);
      html.raw("<rect class=\"s1 thin\" x=\"").text(i * BAR_WIDTH).raw("\" y=\"");
      html.text(BAR_HEIGHT - height).raw("\" width=\"").text(BAR_WIDTH - 1).raw("\" height=\"");
      html.text(height).raw("\"/>");
    }
    html.raw("</svg>");
  }
}
