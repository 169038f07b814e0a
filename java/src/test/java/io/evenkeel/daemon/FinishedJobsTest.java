package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.evenkeel.daemon.page.Access;
import io.evenkeel.daemon.page.JobRow;
import io.evenkeel.daemon.page.Shape;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of jobs that have ended, in a folder or in memory, bounded. */
class FinishedJobsTest {
  @TempDir File folder;

  private FinishedJobs started(int kept) {
    return new FinishedJobs(kept, new ReportFolder(folder));
  }

  private static String id(int number) {
    return String.format("job_202601010000_%04d", number);
  }

  private static JobRow row(int number, String name) {
    String snapshot = "{\"loads\":[8,0,4],\"hash_loads\":[8,4],\"table_loads\":[6,6]}";
    return new JobRow.Builder(id(number), new Access("al\u00efce", "default", "bob,eve staff"))
        .called(name, "succeeded", "scheduled")
        .maps(7, 6)
        .reduces(2, 1)
        .submitted(1763265600000L)
        .fallback(number == 9 ? "of a \u2603" : null)
        .shape(Shape.of(snapshot.getBytes(StandardCharsets.UTF_8), "records"))
        .build();
  }

  private static byte[] facts(int number) {
    return ("{\"facts\":" + number + "}").getBytes(StandardCharsets.UTF_8);
  }

  /** The clock of a file system may be coarse. */
  private void age(int number, long millis) throws Exception {
    File file = new File(folder, id(number) + ".report");
    Files.setLastModifiedTime(file.toPath(), FileTime.fromMillis(millis));
  }

  @Test
  void reportsOutliveTheJobTracker() throws Exception {
    FinishedJobs before = started(10);
    before.add(row(1, "first"), facts(1));
    before.add(row(9, "ninth"), facts(9));
    age(1, 1000);
    age(9, 2000);

    FinishedJobs after = started(10);
    assertEquals(2, after.rows().size());
    JobRow ninth = after.rows().get(0);
    assertEquals("ninth", ninth.name);
    assertEquals("al\u00efce", ninth.access.owner);
    assertEquals("bob,eve staff", ninth.access.viewers);
    assertEquals("of a \u2603", ninth.fallback);
    assertEquals("done", ninth.words());
    assertEquals(6, ninth.reported);
    assertEquals(1763265600000L, ninth.submitted);
    JobRow first = after.row(id(1));
    assertEquals(8.0 * 2 / 12, first.shape.hashRatio);
    assertEquals(1.0, first.shape.ratio);
    assertArrayEquals(row(1, "").shape.bars(), first.shape.bars());
    assertArrayEquals(facts(9), after.facts(id(9)));
    assertNull(after.facts(id(5)));
  }

  @Test
  void theOldestMakeRoomOnDiskToo() throws Exception {
    FinishedJobs jobs = started(3);
    for (int i = 1; i <= 5; i++) {
      jobs.add(row(i, "job"), facts(i));
      age(i, 1000 * i);
    }
    assertEquals(3, folder.list().length);
    assertNull(jobs.row(id(2)));
    FinishedJobs fewer = started(1);
    assertEquals(id(5), fewer.rows().get(0).id);
    assertEquals(1, folder.list().length);
  }

  @Test
  void bytesAreBounded() {
    FinishedJobs jobs = started(10000);
    byte[] noise = new byte[30 << 20];
    new Random(7).nextBytes(noise);
    for (int i = 1; i <= 3; i++) {
      jobs.add(row(i, "large"), noise);
    }
    assertEquals(2, jobs.rows().size(), "64 MiB in all");
    assertEquals(2, folder.list().length);
  }

  @Test
  void anIdThatIsGivenAgainIsTheLaterJob() throws Exception {
    started(10).add(row(1, "before"), facts(1));
    FinishedJobs after = started(10);
    after.add(row(1, "again"), facts(2));
    assertEquals(1, after.rows().size());
    assertEquals("again", started(10).row(id(1)).name);
    assertArrayEquals(facts(2), started(10).facts(id(1)));
  }

  @Test
  void brokenFilesAreLeftOut() throws Exception {
    started(10).add(row(1, "good"), facts(1));
    byte[] good = Files.readAllBytes(new File(folder, id(1) + ".report").toPath());
    Files.write(new File(folder, id(2) + ".report").toPath(), new byte[] {1, 2, 3});
    Files.write(new File(folder, id(3) + ".report").toPath(), good);
    Files.write(new File(folder, "readme").toPath(), good);
    Files.write(new File(folder, "new123.tmp").toPath(), good);
    FinishedJobs jobs = started(10);
    assertEquals(1, jobs.rows().size());
    assertEquals("good", jobs.rows().get(0).name);
    assertEquals(false, new File(folder, "new123.tmp").exists(), "half a report is removed");
  }

  @Test
  void onlyTheJobTrackersUserReadsThem() throws Exception {
    started(10).add(row(1, "secret"), facts(1));
    File file = new File(folder, id(1) + ".report");
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file.toPath())));
  }

  @Test
  void withoutAFolderTheyAreInMemory() throws Exception {
    File blocked = new File(folder, "file");
    Files.write(blocked.toPath(), new byte[0]);
    FinishedJobs jobs = new FinishedJobs(10, new ReportFolder(new File(blocked, "below")));
    jobs.add(row(1, "kept"), facts(1));
    assertArrayEquals(facts(1), jobs.facts(id(1)));
    jobs = new FinishedJobs(10, ReportFolder.of("", null));
    jobs.add(row(2, "kept"), facts(2));
    assertNotNull(jobs.facts(id(2)));
  }
}
