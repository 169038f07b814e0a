package io.evenkeel.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Where tasks look for the JobTracker's web server. */
class NodeTest {
  private final Configuration site = new Configuration(false);
  private final Configuration task = new Configuration(false);
  private final Node node = new Node(site, task);

  @Test
  void theJobTrackersPagesAreWhereItsSchedulerIs() {
    site.set("mapred.job.tracker", "127.0.0.5:9001");
    site.set("mapred.job.tracker.http.address", "0.0.0.0:1234");
    assertEquals("127.0.0.5", node.jobTracker().getHostName());
    assertEquals(1234, node.jobTracker().getPort());
  }

  @Test
  void whatTheAdministratorSaysOfThemComesFirst() {
    site.set("mapred.job.tracker", "127.0.0.5:9001");
    site.set("evenkeel.jobtracker.http.address", "127.0.0.6:77");
    assertEquals(77, node.jobTracker().getPort());
    site.set("evenkeel.jobtracker.http.address", "no port");
    assertNull(node.jobTracker(), "nonsense is not guessed at");
  }

  @Test
  void aWebServerBoundToAnAddressIsAskedThere() {
    site.set("mapred.job.tracker", "127.0.0.5:9001");
    site.set("mapred.job.tracker.http.address", "127.0.0.8:1234");
    assertEquals("127.0.0.8", node.jobTracker().getHostName());
    site.set("mapred.job.tracker.http.address", "127.0.0.8:0");
    assertNull(node.jobTracker(), "any port");
  }

  @Test
  void aNodeWithoutAJobTrackerTakesTheTasks() {
    assertNull(node.jobTracker());
    task.set("mapred.job.tracker", "127.0.0.7:9001");
    assertEquals(50030, node.jobTracker().getPort());
  }
}
