package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.wire.JobParams;
import java.io.File;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the JobTracker decides about a job before its first task, and tells it. */
class ParametersTest extends MasterFixture {
  @BeforeEach
  void start() throws Exception {
    start((job, params) -> new LastMapPlanner(params));
  }

  @Test
  void parametersSayWhyNotOrWhatIsWrong() throws Exception {
    String[][] off = {
      {"mapred.reduce.tasks", "1", "one reducer"},
      {"mapred.reduce.tasks", "0", "no reducers"},
      {"mapred.skip.map.max.skip.records", "1", "skipping"},
      {"mapred.partitioner.class", "x.Y", "mapred.partitioner.class"},
    };
    int number = 1;
    for (String[] each : off) {
      FakeJob job = add(number++, 1, each[0], each[1]);
      JobParams params = params(job);
      assertFalse(params.lateBinding());
      assertTrue(params.reason().contains(each[2]), params.reason());
    }
    String[][] wrong = {
      {"evenkeel.groups", "two"},
      {"evenkeel.groups", "2"},
      {"evenkeel.load", "weight"},
      {"evenkeel.load", "custom"},
      {"evenkeel.eta", "7"},
      {
        "evenkeel.partitioner.delegate", "org.apache.hadoop.mapred.lib.TotalOrderPartitioner",
      },
    };
    for (String[] each : wrong) {
      FakeJob job = add(number++, 1, each[0], each[1]);
      JobParams params = params(job);
      assertTrue(params.error().contains(each[0]), params.error());
      assertTrue(params.error().contains(each[1]), params.error());
    }
    FakeJob skipping =
        add(
            number++,
            1,
            "mapred.skip.map.max.skip.records",
            "1",
            "evenkeel.partitioner.delegate",
            "x.Y");
    JobParams kept = params(skipping);
    assertEquals("false x.Y", kept.lateBinding() + " " + kept.delegate());
    FakeJob paper = add(number, 1, "evenkeel.preset", "paper", "evenkeel.groups", "0");
    JobParams params = params(paper);
    assertEquals(120, params.groups());
    assertEquals(
        "plain relax off group",
        params.hash() + " " + params.algorithm() + " " + params.prefetch() + " " + params.order());
  }

  @Test
  void aJobIsDecidedOnceItsTasksAreThere() throws Exception {
    FakeJob job = new FakeJob(1, 2, MasterServer.jobFile(temp, "evenkeel.groups", "0"));
    job.waiting = true;
    job.inputBytes = 2 * (64L << 20);
    master.book.added(job);
    master.book.tick();
    assertNull(master.book.find(job.id).params());
    job.waiting = false;
    until(() -> master.book.find(job.id).params() != null);
    assertEquals(2048, params(job).groups(), "for maps of 64 MB");
  }

  @Test
  void anotherNumberOfReducesIsAnError() throws Exception {
    for (String reduces : new String[] {"3", "1"}) {
      File file = MasterServer.jobFile(temp, "mapred.reduce.tasks", reduces);
      FakeJob job = new FakeJob(Integer.parseInt(reduces), 1, file);
      job.reduces = 7;
      master.book.added(job);
      String error = params(job).error();
      assertTrue(error.contains("mapred.reduce.tasks=" + reduces), error);
      assertTrue(error.contains("with 7 reduces") && error.contains("final"), error);
    }
    FakeJob other =
        new FakeJob(9, 1, MasterServer.jobFile(temp, "mapred.partitioner.class", "x.Y"));
    other.reduces = 7;
    master.book.added(other);
    assertNull(params(other).error());
  }

  @Test
  void aStorageThatFailsForAMomentDecidesNothing() throws Exception {
    storage.broken = true;
    FakeJob job = add(1, 1);
    Thread.sleep(300);
    master.book.tick();
    assertNull(master.book.find(job.id).params());
    storage.broken = false;
    until(() -> master.book.find(job.id).params() != null);
    JobParams params = params(job);
    assertNull(params.error());
    assertTrue(params.lateBinding());
    JobRecord record = new JobRecord(job, 0, new Budget(1 << 20));
    assertTrue(record.decideLater(1000, 2000, 30000));
    assertFalse(record.decideNow(2999));
    assertTrue(record.decideNow(3000));
    assertFalse(record.decideNow(3000), "once");
    assertFalse(record.decideLater(31000, 2000, 30000), "not for ever");
  }
}
