package io.evenkeel.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.evenkeel.EvenkeelPartitioner;
import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.JobParams;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;

/** Which tasks of a job are real ones, and which are its setup and cleanup. */
class TaskHookTest {
  private static JobParams params(int number, JobParams decided) throws Exception {
    JobConf conf = new JobConf(false);
    conf.setBoolean("mapred.task.is.map", true);
    conf.setNumMapTasks(2);
    conf.setInt("mapred.task.partition", number);
    return TaskHook.ofTask(conf, TaskHook.known(conf, new FixedLine(decided)));
  }

  @Test
  void aWrongSettingFailsMapsAndNotTheSetupTask() throws Exception {
    // An earlier JobTracker said true here, and no number of maps.
    for (boolean late : new boolean[] {true, false}) {
      JobParams wrong =
          JobParams.builder().set("late.binding", late).set("error", "evenkeel.load=byte").build();
      assertEquals("evenkeel.load=byte", params(1, wrong).error(), "a map tells it");
      assertNull(params(2, wrong), "the setup task, which is numbered past the end");
      assertNull(params(3, wrong), "the cleanup task");
    }
  }

  @Test
  void aNodeThatOverridesTheNumberOfTasksIsSeenThrough() throws Exception {
    JobParams good =
        JobParams.builder().set("late.binding", true).set("maps", 5).set("slots", 3).build();
    assertNotNull(params(4, good));
    assertNull(params(5, good));
    assertNull(params(5, JobParams.builder().set("late.binding", false).build()));
  }

  @Test
  void aSecondCalculatorInATaskIsNoMoreThanThat() {
    JobConf conf = new JobConf(false);
    conf.set("mapred.task.id", "attempt_1_0001_m_000000_0");
    conf.set("mapred.job.tracker", "somewhere:1");
    conf.set("mapred.partitioner.class", EvenkeelPartitioner.class.getName());
    TaskHook first = new TaskHook();
    assertThrows(IllegalStateException.class, () -> first.setConf(conf), "there is no job token");
    TaskHook second = new TaskHook();
    second.setConf(conf);
    assertNotNull(second.getProcResourceValues());
  }

  /** Daemons that know the parameters and nothing else. */
  private static final class FixedLine implements JobLine {
    private final JobParams decided;

    FixedLine(JobParams decided) {
      this.decided = decided;
    }

    @Override
    public JobParams params() {
      return decided;
    }

    @Override
    public void report(int map, String attempt, byte[] message) {}

    @Override
    public Bulletin bulletin(int after, int events) {
      return Bulletin.nothing(after);
    }

    @Override
    public void reduced(int reduce, String attempt, byte[] json) {}

    @Override
    public byte[] statistics() {
      return null;
    }
  }
}
