package io.evenkeel.daemon;

import io.evenkeel.daemon.page.Access;
import io.evenkeel.wire.MapEvent;
import java.io.File;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A job of a JobTracker that does not exist. */
class FakeJob implements JobView {
  final String id;
  final SecretKey key;
  final int maps;
  volatile File jobFile;
  volatile Integer reduces;
  volatile int mapsDone;
  volatile int mapsFailed;
  volatile boolean ended;
  volatile boolean broken;
  volatile boolean waiting;
  volatile long inputBytes;
  volatile String failure;
  final List<MapEvent> events = new CopyOnWriteArrayList<>();
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
    return !waiting;
  }

  @Override
  public long inputBytes() {
    return waiting ? 0 : inputBytes;
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
    if (broken) {
      throw new NullPointerException("on purpose");
    }
    return mapsDone;
  }

  @Override
  public int mapsFailed() {
    return mapsFailed;
  }

  @Override
  public int events() {
    return events.size();
  }

  @Override
  public List<MapEvent> mapEvents(int from, int to, MapPaces paces) {
    return events.subList(from, to);
  }

  @Override
  public List<String> reducePlaces() {
    return Collections.nCopies(reduces(), null);
  }

  @Override
  public int attemptsFailed() {
    return 0;
  }

  @Override
  public List<String> explainFailed(String unhooked, String missing) {
    return Collections.emptyList();
  }

  @Override
  public JobDetails details() {
    return new JobDetails() {
      @Override
      public long submitted() {
        return 0;
      }

      @Override
      public long started() {
        return 0;
      }

      @Override
      public long finished() {
        return 0;
      }

      @Override
      public Access access() {
        return new Access("", "", "");
      }

      @Override
      public void write(String folder, Map<String, byte[]> files) throws IOException {
        throw new IOException("nowhere to write");
      }
    };
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
