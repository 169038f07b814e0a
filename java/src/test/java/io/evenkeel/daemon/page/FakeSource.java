package io.evenkeel.daemon.page;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Some jobs that never ran. */
final class FakeSource implements PageSource {
  static final String EVIL = "<script>alert(1)</script>";
  final List<JobRow> jobs = new ArrayList<JobRow>();
  final List<Tracker> trackers =
      Arrays.asList(new Tracker("node1", 50060), new Tracker("node2", 50060));
  String problem = "no library \"here\"";

  FakeSource() {
    jobs.add(row(3, EVIL, "running", "counting").maps(120, 37).build());
    jobs.add(row(2, "TermVector", "running", "scheduled").maps(60, 60).reduces(15, 4).build());
    jobs.add(row(1, "WordCount", "succeeded", "scheduled").maps(8, 8).reduces(15, 15).build());
  }

  private static JobRow.Builder row(int number, String name, String state, String phase) {
    StringBuilder loads = new StringBuilder();
    long[] slots = new long[15];
    for (int i = 0; i < 480; i++) {
      long load = 900000 / (i + number);
      loads.append(i == 0 ? "" : ",").append(load);
      slots[i % 15] += load;
    }
    String hash = Arrays.toString(slots);
    Arrays.fill(slots, Arrays.stream(slots).sum() / 15 + 900);
    String table = phase.equals("counting") ? "null" : Arrays.toString(slots);
    String json =
        "{\"loads\":[" + loads + "],\"hash_loads\":" + hash + ",\"table_loads\":" + table + "}";
    return new JobRow.Builder(
            "job_202611160340_000" + number, new Access("alice", "default", "bob"))
        .called(name, state, phase)
        .submitted(1763265600000L + number)
        .shape(Shape.of(json.getBytes(StandardCharsets.UTF_8), "records"));
  }

  @Override
  public List<JobRow> jobs() {
    return jobs;
  }

  @Override
  public JobRow job(String id) {
    for (JobRow job : jobs) {
      if (job.id.equals(id)) {
        return job;
      }
    }
    return null;
  }

  @Override
  public byte[] facts(String id) {
    return "{\"facts\":true}".getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public boolean mayView(String user, JobRow job) {
    return !"mallory".equals(user);
  }

  @Override
  public boolean mayView(String user, String job) {
    return !"mallory".equals(user);
  }

  @Override
  public String nativeProblem() {
    return problem;
  }

  @Override
  public List<Tracker> trackers() {
    return trackers;
  }
}
