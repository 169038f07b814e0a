package io.evenkeel.daemon;

import io.evenkeel.Config;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import javax.crypto.SecretKey;
import org.apache.hadoop.conf.Configuration;

/** A TaskTracker that knows some jobs; its map outputs are files in a folder. */
final class FakeTracker implements TrackerView {
  private final Supplier<List<FakeJob>> known;
  private final String jobTracker;
  private final File outputs;
  final List<String> lost = Collections.synchronizedList(new ArrayList<>());

  FakeTracker(Supplier<List<FakeJob>> known, String jobTracker, File outputs) {
    this.known = known;
    this.jobTracker = jobTracker;
    this.outputs = outputs;
  }

  @Override
  public SecretKey token(String id) {
    for (FakeJob job : known.get()) {
      if (id.equals(job.id) && !job.ended) {
        return job.key;
      }
    }
    return null;
  }

  @Override
  public FileInputStream open(String id, String attempt, Part part) throws IOException {
    File file = new File(part.below(outputs + "/" + attempt));
    return file.exists() ? new FileInputStream(file) : null;
  }

  @Override
  public void lost(String attempt, String why) {
    lost.add(attempt);
  }

  @Override
  public Configuration conf() {
    Configuration conf = new Configuration(false);
    conf.set("evenkeel.jobtracker.http.address", jobTracker);
    conf.set(Config.TASK_KEY, Config.TASK_HOOK);
    return conf;
  }
}
