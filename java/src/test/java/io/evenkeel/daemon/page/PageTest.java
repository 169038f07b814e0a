package io.evenkeel.daemon.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.Version;
import io.evenkeel.daemon.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.Test;

/** What the page shows, to whom, and what it asks TaskTrackers for. */
class PageTest {
  private final FakeSource source = new FakeSource();
  private final RecentErrors errors = new RecentErrors();
  private final Health health =
      new Health(
          source,
          new TrackerProbe(
              source,
              Runnable::run,
              () -> 5000,
              t -> t.host.equals("node1") ? Version.get() : "none"),
          errors);

  private String page(String user) {
    health.trackers();
    return new JobsPage(source, health).render(user, "n0nce", "stamp");
  }

  @Test
  void namesOfJobsAreText() {
    String page = page(null);
    assertFalse(page.contains(FakeSource.EVIL));
    assertTrue(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assertEquals(1, page.split("<script", -1).length - 1, "only the page's own script");
    assertFalse(page.contains("http:") || page.contains("https:"), "nothing from elsewhere");
  }

  /** {@code tests/page} shows this file to a browser, with the style sheets of today. */
  @Test
  void theBrowsersTestsKnowThisPage() throws Exception {
    String page =
        page("alice")
            .replaceAll("(?s)<style>.*?</style>", "<style></style>")
            .replaceAll("(?s)<script nonce.*?</script>", "")
            .replaceAll("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d", "2025-11-16 04:00:00")
            .replaceAll("<dt>(Evenkeel|Hadoop|Java)</dt><dd>[^<]*", "<dt>$1</dt><dd>1.0");
    Path fresh = Files.write(Paths.get("target", "jobs.html"), page.getBytes("UTF-8"));
    Path known = Paths.get("..", "tests", "page", "jobs.html");
    String text = new String(Files.readAllBytes(known), StandardCharsets.UTF_8);
    assertEquals(text, page, "if it is meant, copy java/" + fresh + " to tests/page");
  }

  @Test
  void statesAreInWords() {
    String page = page("alice");
    assertTrue(page.contains("counting 37/120 maps"));
    assertTrue(page.contains("running, 4/15 reduces done"));
    assertTrue(page.contains("data-label=\"State\">done"));
    double ratio = source.job("job_202611160340_0001").shape.hashRatio;
    assertTrue(ratio > 2 && page.contains("<data value=\"" + ratio + "\">"));
  }

  @Test
  void aJobWithTheHashTableSaysWhy() {
    source.jobs.add(
        new JobRow.Builder("job_1_2", new Access("alice", "default", ""))
            .called("Unlucky", "running", "scheduled")
            .fallback("of <b>that</b>")
            .build());
    assertTrue(page("alice").contains("hash table: of &lt;b&gt;that&lt;/b&gt;"));
    String status = StatusJson.of(source, "alice", health, errors);
    assertTrue(status.contains("\"fallback\":\"of \\u003cb"), status);
  }

  @Test
  void jobsOfOthersShowNoMoreThanHadoopsList() {
    String page = page("mallory");
    assertFalse(page.contains("WordCount"));
    assertFalse(page.contains("href=\"/evenkeel/job/"));
    assertTrue(page.contains("job_202611160340_0001"));
    String status = StatusJson.of(source, "mallory", health, errors);
    assertFalse(status.contains("WordCount"));
    assertTrue(status.contains("\"visible\":false"));
  }

  @Test
  void statusIsJson() {
    String status = StatusJson.of(source, "alice", health, errors);
    assertEquals(status, Json.checked(status.getBytes(StandardCharsets.UTF_8)));
    assertFalse(status.contains("<script>"));
    assertEquals(status, StatusJson.of(source, "alice", health, errors), "same state, same stamp");
  }

  @Test
  void healthNamesWhatIsWrong() {
    health.trackers();
    String page = page(null);
    assertTrue(page.contains("no library &quot;here&quot;"));
    assertTrue(page.contains("1 of 2"));
    assertTrue(page.contains("node2:50060 (none)"));
  }

  @Test
  void linesOfTheLogAreForThoseWhoMayViewTheirJobs() {
    log("job_202611160340_0001: cannot write its report to /user/alice/secret");
    log("late word of attempt_202611160340_0002_r_000001_0 on node7");
    log("the disk is full");
    String alice = page("alice");
    assertTrue(alice.contains("/user/alice/secret") && alice.contains("node7"), alice);
    assertFalse(alice.contains("you may not view."));
    String mallory = page("mallory");
    assertFalse(mallory.contains("/user/alice/secret") || mallory.contains("node7"), mallory);
    assertTrue(mallory.contains("the disk is full"));
    assertTrue(mallory.contains("2 more are of jobs that you may not view."), mallory);
  }

  private void log(String line) {
    Logger logger = Logger.getLogger("io.evenkeel.test");
    errors.append(new LoggingEvent("", logger, Level.WARN, line, null));
  }

  @Test
  void aNodeWithoutTheFilterIsNotSaidToFailTasks() {
    assertTrue(page(null).contains("if only the filter is"));
  }

  @Test
  void trackersAreAskedSeldom() {
    AtomicLong now = new AtomicLong(100000);
    Map<String, Integer> asked = new HashMap<String, Integer>();
    TrackerProbe probe =
        new TrackerProbe(
            source,
            Runnable::run,
            now::get,
            tracker -> {
              asked.merge(tracker.host, 1, Integer::sum);
              return "1";
            });
    for (int i = 0; i < 20; i++) {
      probe.versions();
      now.addAndGet(1000);
    }
    assertEquals(1, asked.get("node1"));
    assertEquals("1", probe.versions().get("node2:50060"));
    assertEquals("0.1.0", TrackerProbe.versionIn("{\"version\":\"0.1.0\",\"x\":1}".getBytes()));
    assertEquals("none", TrackerProbe.versionIn("<html>".getBytes()));
    String off = "{\"version\":\"0.1.0\",\"taskHook\":false}";
    assertEquals("0.1.0, no task hook", TrackerProbe.versionIn(off.getBytes()));
  }

  @Test
  void onlyWarningsAreKeptAndFew() {
    RecentErrors recent = RecentErrors.listen();
    Logger log = Logger.getLogger("io.evenkeel.test");
    log.info("fine");
    for (int i = 0; i < 100; i++) {
      log.warn("trouble " + i);
    }
    recent.close();
    log.warn("after");
    assertEquals(100, recent.count());
    assertEquals(30, recent.latest().size());
    assertEquals("trouble 99", recent.latest().get(0).message);
  }

  @Test
  void shapesAreReadFromTheCoresOwnJson() {
    String json =
        "{\"heavy\":[{\"key\":\"\\\"loads\\\":[7]\"}],\"loads\":[8,0,4],\"bytes\":[1],\"hash_loads\":[8,4]}";
    Shape shape = Shape.of(json.getBytes(StandardCharsets.UTF_8), "records");
    assertEquals(12, shape.total);
    assertEquals(8.0 * 2 / 12, shape.hashRatio);
    assertEquals(0, shape.ratio, "no table yet");
    assertArrayEquals(new int[] {100, 92, 0}, shape.bars());
    assertEquals(0, Shape.of("{}".getBytes(StandardCharsets.UTF_8), "records").total);
  }
}
