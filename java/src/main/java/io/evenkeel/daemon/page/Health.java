package io.evenkeel.daemon.page;

import io.evenkeel.Version;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.util.VersionInfo;

/** The health panel: versions, the native library, TaskTrackers with the hook, late warnings. */
final class Health {
  private static final int NAMED = 20;
  private final PageSource source;
  private final TrackerProbe probe;
  private final RecentErrors errors;

  Health(PageSource source, TrackerProbe probe, RecentErrors errors) {
    this.source = source;
    this.probe = probe;
    this.errors = errors;
  }

  /** How many TaskTrackers there are, have this version of the hook, have none or another. */
  static final class Counts {
    int known;
    int hooked;
    int without;
    final StringBuilder odd = new StringBuilder();
  }

  /** What is known of the TaskTrackers now. */
  Counts trackers() {
    Counts counts = new Counts();
    for (Map.Entry<String, String> tracker : probe.versions().entrySet()) {
      String version = tracker.getValue();
      counts.known++;
      if (version.equals(Version.get())) {
        counts.hooked++;
      } else if (!version.equals(TrackerProbe.UNKNOWN)) {
        counts.without++;
        if (counts.without <= NAMED) {
          counts.odd.append(counts.without == 1 ? "" : ", ").append(tracker.getKey());
          counts.odd.append(" (").append(version).append(')');
        }
      }
    }
    return counts;
  }

  /** The panel for this user. */
  void write(Html html, String user) {
    String problem = source.nativeProblem();
    Counts counts = trackers();
    boolean asking = counts.hooked + counts.without < counts.known;
    html.raw("<section id=\"health\" aria-labelledby=\"health-h\"><h2 id=\"health-h\">Health</h2>");
    html.raw("<dl class=\"facts\">");
    fact(html, "Native library", problem == null ? "loaded" : "not used", problem == null);
    fact(
        html,
        "TaskTrackers with the hook",
        counts.hooked + " of " + counts.known + (asking ? ", asking" : ""),
        counts.without == 0);
    fact(html, "Warnings since start", String.valueOf(errors.count()), errors.count() == 0);
    fact(html, "Evenkeel", Version.get(), true);
    fact(html, "Hadoop", VersionInfo.getVersion(), true);
    fact(html, "Java", System.getProperty("java.version"), true);
    html.raw("</dl>");
    if (problem != null) {
      html.raw("<p class=\"bad\">Jobs get the hash table of stock MapReduce: ").text(problem);
      html.raw("</p>");
    }
    if (counts.without > 0) {
      html.raw("<p class=\"bad\">TaskTrackers without this version of the hook: ").text(counts.odd);
      html.raw(". If the jar or the task hook is missing there, or of another version, tasks of");
      html.raw(" balanced jobs fail and run elsewhere; if only the filter is, or the node answers");
      html.raw(
          " slowly, they run but copy one group at a time. Run <code>doctor</code> there.</p>");
    }
    writeErrors(html, user);
    html.raw("</section>");
  }

  private static void fact(Html html, String name, String value, boolean good) {
    html.raw("<div>").element("dt", name);
    html.raw(good ? "<dd>" : "<dd class=\"bad\"><span aria-hidden=\"true\">\u26a0 </span>");
    html.text(value).raw("</dd></div>");
  }

  /** A line may hold what only a job's viewers may know, such as the folder of its report. */
  private void writeErrors(Html html, String user) {
    List<RecentErrors.Entry> latest = errors.latest();
    if (latest.isEmpty()) {
      return;
    }
    html.raw("<details><summary id=\"warnings\">The last warnings</summary><ul class=\"log\">");
    int hidden = 0;
    for (RecentErrors.Entry entry : latest) {
      if (!mayView(user, entry)) {
        hidden++;
        continue;
      }
      html.raw("<li><time>").text(Times.of(entry.at)).raw("</time> ");
      html.text(entry.level + " " + entry.message).raw("</li>");
    }
    html.raw("</ul>");
    if (hidden > 0) {
      html.raw("<p>").text(hidden).raw(" more are of jobs that you may not view.</p>");
    }
    html.raw("</details>");
  }

  private boolean mayView(String user, RecentErrors.Entry entry) {
    for (String job : entry.jobs) {
      if (!source.mayView(user, job)) {
        return false;
      }
    }
    return true;
  }
}
