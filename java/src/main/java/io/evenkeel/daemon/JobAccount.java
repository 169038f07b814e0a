package io.evenkeel.daemon;

import io.evenkeel.Version;
import io.evenkeel.daemon.page.JobRow;
import io.evenkeel.daemon.page.Shape;
import io.evenkeel.wire.JobParams;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What the hook knows of a job, put together: as JSON for its report, which {@code src/report} in
 * the core reads, and as a row for the JobTracker's page.
 */
final class JobAccount {
  private JobAccount() {}

  /** A late-bound job in the list. */
  static JobRow row(JobRecord record) {
    JobParams params = record.params();
    Planning planning = record.planning();
    return new JobRow.Builder(record.view.id(), record.view.details().access())
        .called(String.valueOf(record.view.name()), record.view.state(), planning.phase())
        .maps(params.maps(), planning.reported())
        .reduces(params.slots(), record.view.reducesDone())
        .submitted(record.addedAt)
        .fallback(planning.fallback())
        .shape(Shape.of(planning.snapshot(), params.load()))
        .build();
  }

  /** All that is known of a late-bound job, as JSON for {@code NativeCore.report}. */
  static byte[] facts(JobRecord record) {
    JobParams params = record.params();
    StringBuilder out = new StringBuilder(4096);
    out.append("{\"plugin\":").append(Json.quote(Version.get()));
    job(out, record);
    parameters(out, params);
    Meters meters = record.meters;
    out.append(",\"traffic\":{\"reportBytes\":").append(meters.reportBytes);
    out.append(",\"tableBytes\":").append(meters.tableBytes);
    out.append(",\"hintBytes\":").append(meters.hintBytes);
    out.append(",\"eventBytes\":").append(meters.eventBytes);
    out.append(",\"statisticsBytes\":").append(meters.statisticsBytes);
    out.append(",\"duplicateReports\":").append(record.planning().duplicates());
    out.append(",\"lateReports\":").append(record.planning().late());
    out.append(",\"lastReport\":").append(meters.lastReportAt);
    out.append(",\"scheduled\":").append(meters.scheduledAt);
    out.append(",\"published\":").append(meters.publishedAt);
    out.append('}');
    String fallback = record.planning().fallback();
    if (fallback != null) {
      out.append(",\"fallback\":").append(Json.quote(fallback));
    }
    out.append(",\"snapshot\":");
    out.append(new String(record.planning().snapshot(), StandardCharsets.UTF_8));
    out.append(",\"reduces\":[");
    String comma = "";
    for (String timeline : record.timelines().values()) {
      out.append(comma).append(timeline);
      comma = ",";
    }
    return out.append("]}").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void job(StringBuilder out, JobRecord record) {
    JobView view = record.view;
    JobDetails details = view.details();
    out.append(",\"job\":{\"id\":").append(Json.quote(view.id()));
    out.append(",\"name\":").append(Json.quote(String.valueOf(view.name())));
    out.append(",\"user\":").append(Json.quote(String.valueOf(view.user())));
    out.append(",\"state\":").append(Json.quote(view.state()));
    out.append(",\"submitted\":").append(details.submitted());
    out.append(",\"started\":").append(details.started());
    out.append(",\"finished\":").append(details.finished());
    out.append(",\"maps\":").append(record.params().maps());
    out.append(",\"reduces\":").append(record.params().slots()).append('}');
  }

  private static void parameters(StringBuilder out, JobParams params) {
    out.append(",\"parameters\":{");
    String comma = "";
    for (Map.Entry<String, String> e : params.values().entrySet()) {
      out.append(comma).append(Json.quote(e.getKey())).append(':').append(Json.quote(e.getValue()));
      comma = ",";
    }
    out.append('}');
  }
}
