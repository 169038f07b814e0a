package io.evenkeel.daemon.page;

import io.evenkeel.Version;
import io.evenkeel.daemon.Json;
import java.util.List;

/** The list as JSON, for the page's own script and for whoever watches a cluster. */
final class StatusJson {
  private StatusJson() {}

  /** All that this user may see. */
  static String of(PageSource source, String user, Health health, RecentErrors errors) {
    Health.Counts trackers = health.trackers();
    StringBuilder out = new StringBuilder(1024);
    out.append("\"version\":").append(Json.quote(Version.get()));
    out.append(",\"native\":").append(source.nativeProblem() == null);
    out.append(",\"trackers\":{\"known\":").append(trackers.known);
    out.append(",\"hooked\":").append(trackers.hooked);
    out.append(",\"without\":").append(trackers.without);
    out.append("},\"warnings\":").append(errors.count()).append(",\"jobs\":[");
    List<JobRow> jobs = source.jobs();
    for (int i = 0; i < jobs.size(); i++) {
      out.append(i == 0 ? "" : ",");
      job(out, jobs.get(i), source.mayView(user, jobs.get(i)));
    }
    out.append("]}");
    return "{\"stamp\":\"" + Integer.toHexString(out.toString().hashCode()) + "\"," + out;
  }

  private static void job(StringBuilder out, JobRow job, boolean visible) {
    out.append("{\"id\":").append(Json.quote(job.id));
    out.append(",\"user\":").append(Json.quote(job.user));
    out.append(",\"state\":").append(Json.quote(job.state));
    out.append(",\"visible\":").append(visible);
    if (visible) {
      out.append(",\"name\":").append(Json.quote(job.name));
      out.append(",\"words\":").append(Json.quote(job.words()));
      out.append(",\"phase\":").append(Json.quote(job.phase));
      out.append(",\"maps\":").append(job.maps).append(",\"reported\":").append(job.reported);
      out.append(",\"reduces\":").append(job.reduces).append(",\"reduced\":").append(job.reduced);
      out.append(",\"submitted\":").append(job.submitted);
      out.append(",\"fallback\":").append(Json.quote(job.fallback));
      out.append(",\"load\":").append(job.shape.total);
      out.append(",\"hashRatio\":").append(job.shape.hashRatio);
      out.append(",\"ratio\":").append(job.shape.ratio).append(",\"bars\":[");
      String comma = "";
      for (int bar : job.shape.bars()) {
        out.append(comma).append(bar);
        comma = ",";
      }
      out.append("],\"report\":").append(Json.quote(PageHandler.reportPath(job.id)));
    }
    out.append('}');
  }
}
