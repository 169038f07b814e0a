package io.evenkeel.map;

import java.io.IOException;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapRunnable;
import org.apache.hadoop.mapred.MapRunner;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Stands for the job's own map runner while an old-API map task is built. Hadoop builds the runner,
 * and with it the user's mapper, between the output buffer and the Partitioner; both of those need
 * m+n, but the mapper must see m.
 */
public final class OldMapRunner<K1, V1, K2, V2> implements MapRunnable<K1, V1, K2, V2> {
  private static final String RUNNER = "mapred.map.runner.class";
  private static final String USERS = "evenkeel.task.map.runner";

  private MapRunnable<K1, V1, K2, V2> users;

  static void install(JobConf job) {
    job.set(USERS, job.get(RUNNER, MapRunner.class.getName()));
    job.set(RUNNER, OldMapRunner.class.getName());
  }

  @Override
  @SuppressWarnings("unchecked")
  public void configure(JobConf job) {
    int partitions = job.getNumReduceTasks();
    MapSession session = MapSession.of(job.get("mapred.task.id"));
    job.set(RUNNER, job.get(USERS, MapRunner.class.getName()));
    MapSession.buffered(job);
    if (session != null) {
      job.setNumReduceTasks(session.params().slots());
    }
    users = (MapRunnable<K1, V1, K2, V2>) ReflectionUtils.newInstance(job.getMapRunnerClass(), job);
    job.setNumReduceTasks(partitions);
  }

  @Override
  public void run(RecordReader<K1, V1> in, OutputCollector<K2, V2> out, Reporter reporter)
      throws IOException {
    users.run(in, out, reporter);
  }
}
