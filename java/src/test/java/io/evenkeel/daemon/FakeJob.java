package io.evenkeel.daemon;

import java.io.File;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A job of a JobTracker that does not exist. */
final class FakeJob implements JobView {
  final String id;
  final SecretKey key;
  final int maps;
  volatile File jobFile;
  volatile Integer reduces;
  volatile int mapsDone;
  volatile boolean ended;
  volatile String failure;
  final List<String> succeeded = new CopyOnWriteArrayList<>();

  FakeJob(int number, int maps, File jobFile) {
    this(String.format("job_202601010000_%04d", number), "secret" + number, maps, jobFile);
  }

  FakeJob(String id, String secret, int maps, File jobFile) {
    this.id = id;
    this.key = new SecretKeySpec(secret.getBytes(), "HmacSHA1");
    this.maps = maps;
    this.jobFile = jobFile;
  }

  String attempt(boolean map, int task) {
    return String.format(
        "attempt_%s_%s_%06d_0", id.substring("job_".length()), map ? "m" : "r", task);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String name() {
    return "<script>";
  }

  @Override
  public String user() {
    return "somebody";
  }

  @Override
  public File jobFile() {
    return jobFile;
  }

  @Override
  public SecretKey token() {
    return key;
  }

  @Override
  public boolean initialised() {
    return true;
  }

  @Override
  public int maps() {
    return maps;
  }

  @Override
  public int reduces() {
    Configuration conf = new Configuration(false);
    conf.addResource(new Path(jobFile.toURI()));
    return reduces == null ? conf.getInt("mapred.reduce.tasks", 1) : reduces;
  }

  @Override
  public int mapsDone() {
    return mapsDone;
  }

  @Override
  public int reducesDone() {
    return succeeded.size();
  }

  @Override
  public List<String> succeededReduces() {
    return succeeded;
  }

  @Override
  public boolean ended() {
    return ended;
  }

  @Override
  public String state() {
    return ended ? "succeeded" : "running";
  }

  @Override
  public void fail(String reason) {
    failure = reason;
  }
}
