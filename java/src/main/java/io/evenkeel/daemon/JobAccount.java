package io.evenkeel.daemon;

import io.evenkeel.wire.JobParams;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A job as JSON, for its report and for the JobTracker's page. */
final class JobAccount {
  private JobAccount() {}

  /** A few words on the job, for a list. */
  static String summary(JobRecord record, String state) {
    StringBuilder out = new StringBuilder("{");
    head(out, record, state);
    return out.append('}').toString();
  }

  /** All that is known. */
  static String full(JobRecord record, String state) {
    StringBuilder out = new StringBuilder("{");
    head(out, record, state);
    JobParams params = record.params();
    Planning planning = record.planning();
    if (planning != null) {
      out.append(",\"measures\":").append(record.meters.json(params.maps(), params.groups()));
      out.append(",\"plan\":").append(new String(planning.snapshot(), StandardCharsets.UTF_8));
    }
    out.append(",\"reduces\":{");
    String comma = "";
    for (Map.Entry<Integer, String> e : record.timelines().entrySet()) {
      out.append(comma).append('"').append(e.getKey()).append("\":").append(e.getValue());
      comma = ",";
    }
    return out.append("}}").toString();
  }

  private static void head(StringBuilder out, JobRecord record, String state) {
    out.append("\"job\":").append(Json.quote(record.view.id()));
    out.append(",\"name\":").append(Json.quote(String.valueOf(record.view.name())));
    out.append(",\"user\":").append(Json.quote(String.valueOf(record.view.user())));
    out.append(",\"state\":").append(Json.quote(state));
    out.append(",\"submitted\":").append(record.addedAt);
    JobParams params = record.params();
    out.append(",\"lateBinding\":").append(params != null && params.lateBinding());
    Planning planning = record.planning();
    if (planning != null) {
      out.append(",\"phase\":").append(Json.quote(planning.phase()));
      out.append(",\"maps\":").append(params.maps());
      out.append(",\"reported\":").append(planning.reported());
      out.append(",\"slots\":").append(params.slots());
      out.append(",\"groups\":").append(params.groups());
      out.append(",\"load\":").append(Json.quote(params.load()));
      out.append(",\"order\":").append(Json.quote(params.order()));
      out.append(",\"algorithm\":").append(Json.quote(params.algorithm()));
    }
  }
}
