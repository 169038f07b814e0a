package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.Config;
import io.evenkeel.wire.JobParams;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Each key with each kind of wrong value: the error names key, value and what is allowed. */
class ConfigTest {
  private static final String[][] JOB = {
    {"evenkeel.preset", "papers", "[none, paper]"},
    {"evenkeel.groups", "many", "a whole number from 0 to 65533"},
    {"evenkeel.groups", "-1", "a whole number from 0 to 65533"},
    {"evenkeel.groups", "2", "at least the number of reducers, 3"},
    {"evenkeel.groups", "65534", "a whole number from 0 to 65533"},
    {"evenkeel.groups", "2147483648", "a whole number from 0 to 65533"},
    {"evenkeel.groups", "1.5", "a whole number from 0 to 65533"},
    {"evenkeel.hash", "Spread", "[spread, plain]"},
    {"evenkeel.load", "weight", "[records, bytes, custom]"},
    {"evenkeel.load", "custom", "evenkeel.load.class must name a class"},
    {"evenkeel.reduce.order", "value", "[group, key]"},
    {"evenkeel.algorithm", "bests", "[best, exact, relax, lpt, multifit, kk, hash, subset-sum]"},
    {"evenkeel.eta", "NaN", "a number from 1.0E-9 to 1.0"},
    {"evenkeel.eta", "-0.1", "a number from 1.0E-9 to 1.0"},
    {"evenkeel.eta", "1.1", "a number from 1.0E-9 to 1.0"},
    {"evenkeel.eta", "little", "a number from 1.0E-9 to 1.0"},
    {"evenkeel.prefetch", "on", "[auto, always, off]"},
    {"evenkeel.slot.speeds", "fast", "[equal, measured]"},
    {"evenkeel.map.sort", "fast", "[prefix, stock]"},
    {"evenkeel.task.end", "late", "[prompt, stock]"},
    {"evenkeel.heavy.keys", "1025", "a whole number from 0 to 1024"},
    {"evenkeel.heavy.keys", "-1", "a whole number from 0 to 1024"},
    {
      "evenkeel.partitioner.delegate",
      "org.apache.hadoop.mapred.lib.TotalOrderPartitioner",
      "TotalOrderPartitioner needs the order",
    },
  };

  private static final String[][] DAEMON = {
    {"evenkeel.report.wait.ms", "soon", "a whole number from 0 to 600000"},
    {"evenkeel.report.wait.ms", "-1", "a whole number from 0 to 600000"},
    {"evenkeel.schedule.limit.ms", "0", "a whole number from 1 to 600000"},
    {"evenkeel.schedule.limit.ms", "600001", "a whole number from 1 to 600000"},
    {"evenkeel.jobs.kept", "all", "a whole number from 0 to 10000"},
    {"evenkeel.jobtracker.http.address", "somewhere", "host:port"},
    {"evenkeel.jobtracker.http.address", "host:99999", "host:port"},
    {"evenkeel.jobtracker.http.address", ":50030", "host:port"},
  };

  /** Any text is allowed here; EvenkeelPartitionerTest and NativeLoaderTest have their errors. */
  private static final Set<String> TEXTS =
      new HashSet<>(
          Arrays.asList(
              "evenkeel.load.class",
              "evenkeel.report.dir",
              "evenkeel.report.store",
              "evenkeel.native.library"));

  private static Configuration conf(String... pairs) {
    Configuration conf = new Configuration(false);
    conf.set("mapred.partitioner.class", Decider.PARTITIONER);
    conf.set("mapred.reduce.tasks", "3");
    for (int i = 0; i < pairs.length; i += 2) {
      conf.set(pairs[i], pairs[i + 1]);
    }
    return conf;
  }

  private static void names(String said, String[] each) {
    for (String part : each) {
      assertTrue(said != null && said.contains(part), Arrays.toString(each) + ": " + said);
    }
  }

  @Test
  void everyWrongValueOfAJobIsAnErrorOfItsParameters() throws Exception {
    for (String[] each : JOB) {
      JobParams params = Decider.decide(conf(each[0], each[1]), 2, 0, 3);
      names(params.error(), each);
      assertEquals(params.error(), JobParams.decode(params.encode()).error(), "it reaches tasks");
    }
  }

  @Test
  void everyWrongValueOfADaemonKeepsItOut() {
    for (String[] each : DAEMON) {
      Configuration conf = conf(each[0], each[1]);
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> {
                new Settings(conf);
                Config.JOBTRACKER_HTTP.address(conf);
              },
              Arrays.toString(each));
      names(e.getMessage(), each);
    }
    assertEquals("h:1", Config.JOBTRACKER_HTTP.address(conf(Config.JOBTRACKER_HTTP.name, " h:1 ")));
    assertEquals("", Config.JOBTRACKER_HTTP.address(conf()));
  }

  @Test
  void noKeyIsForgottenHere() {
    Map<String, Integer> tried = new HashMap<>();
    for (String[] each : JOB) {
      tried.merge(each[0], 1, Integer::sum);
    }
    for (String[] each : DAEMON) {
      tried.merge(each[0], 1, Integer::sum);
    }
    for (Config.Key key : Config.keys()) {
      assertTrue(tried.containsKey(key.name) || TEXTS.contains(key.name), key.name);
    }
  }

  @Test
  void goodValuesPass() {
    for (Config.Key key : Config.keys()) {
      JobParams params = Decider.decide(conf(key.name, key.def), 2, 0, 3);
      assertNull(params.error(), key.name);
      for (String word : key.allowed) {
        boolean needsMore = key == Config.LOAD && word.equals("custom");
        JobParams with = Decider.decide(conf(key.name, word), 2, 0, 3);
        assertEquals(needsMore, with.error() != null, key.name + "=" + word);
      }
    }
  }

  @Test
  void anErrorWithALongValueStillFitsIntoAMessage() throws Exception {
    String large = String.join("", Collections.nCopies(100000, "x"));
    JobParams params = Decider.decide(conf("evenkeel.load", large), 2, 0, 3);
    String error = JobParams.decode(params.encode()).error();
    assertTrue(error.startsWith("evenkeel.load is \"xxx"), error);
  }

  @Test
  void whatIsWrongIsNotLateBound() {
    String[][] wrong = {
      {"evenkeel.load", "byte"},
      {"evenkeel.preset", "papers"},
      {"evenkeel.load", "custom"},
      {"evenkeel.partitioner.delegate", "org.apache.hadoop.mapred.lib.TotalOrderPartitioner"},
      {"mapred.reduce.tasks", "4"},
    };
    for (String[] each : wrong) {
      JobParams params = Decider.decide(conf(each[0], each[1]), 2, 0, 3);
      assertTrue(params.error().contains(each[0]), params.error());
      assertFalse(params.lateBinding(), each[0] + ": nobody may ask it for its numbers");
    }
  }

  @Test
  void jobsBeyondTheLimitsRunAsOnStock() throws Exception {
    JobParams reduces = Decider.decide(conf("mapred.reduce.tasks", "40000"), 2, 0, 40000);
    assertFalse(JobParams.decode(reduces.encode()).lateBinding());
    assertTrue(reduces.reason().contains("more than 32768 reducers"), reduces.reason());
    JobParams maps = Decider.decide(conf(), (1 << 20) + 1, 0, 3);
    assertFalse(JobParams.decode(maps.encode()).lateBinding());
    assertTrue(maps.reason().contains("1048576 maps"), maps.reason());
  }
}
