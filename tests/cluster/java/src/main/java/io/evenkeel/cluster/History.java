package io.evenkeel.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.DefaultJobHistoryParser;
import org.apache.hadoop.mapred.JobHistory;
import org.apache.hadoop.mapred.JobHistory.Keys;

/** What the JobTracker wrote down about jobs: the one place that has every attempt and its times. */
final class History {
  private static final Pattern JOB = Pattern.compile("job_[0-9]+_[0-9]+");
  private static final Pattern TAGGED =
      Pattern.compile(
          "<name>" + Pattern.quote(Runner.TAG) + "</name>\\s*<value>([^<]*)</value>");
  private static final int PATIENCE_MILLIS = 20_000;

  private final File folder;
  private final Map<String, String> tags = new ConcurrentHashMap<>();

  History(File folder) {
    // What a JobTracker allowed can be read, however many counters that are.
    Counters.MAX_COUNTER_LIMIT = Integer.MAX_VALUE;
    this.folder = folder;
  }

  /** The jobs of a run, in the order of submission. */
  List<String> jobsOf(String tag) throws IOException {
    List<File> files = new ArrayList<>();
    list(folder, files);
    TreeSet<String> found = new TreeSet<>();
    for (File file : files) {
      Matcher job = JOB.matcher(file.getName());
      if (!file.getName().endsWith("_conf.xml") || !job.find()) {
        continue;
      }
      String id = job.group();
      if (!tags.containsKey(id)) {
        readTag(id, file);
      }
      if (tag.equals(tags.get(id))) {
        found.add(id);
      }
    }
    return new ArrayList<>(found);
  }

  private void readTag(String id, File file) throws IOException {
    try {
      byte[] bytes = java.nio.file.Files.readAllBytes(file.toPath());
      String text = new String(bytes, StandardCharsets.UTF_8);
      if (text.contains("</configuration>")) {
        Matcher tagged = TAGGED.matcher(text);
        tags.put(id, tagged.find() ? tagged.group(1) : "");
      }
    } catch (NoSuchFileException e) {
      // Moved to the folder of finished jobs this moment; the next look finds it there.
    }
  }

  /** Everything about a finished job; waits until its history is complete. */
  Map<String, Object> describe(String id) throws IOException, InterruptedException {
    long end = System.currentTimeMillis() + PATIENCE_MILLIS;
    while (true) {
      JobHistory.JobInfo job = read(id);
      if (job != null && !job.get(Keys.FINISH_TIME).isEmpty()) {
        return json(id, job);
      }
      if (System.currentTimeMillis() > end) {
        throw new IOException("no complete history of " + id + " in " + folder);
      }
      Thread.sleep(50);
    }
  }

  private JobHistory.JobInfo read(String id) throws IOException {
    List<File> files = new ArrayList<>();
    list(folder, files);
    for (File file : files) {
      String name = file.getName();
      if (name.endsWith(".xml") || name.endsWith(".crc") || !name.contains(id + "_")) {
        continue;
      }
      try (LocalFileSystem local = new LocalFileSystem()) {
        local.initialize(FileSystem.getLocal(new Configuration()).getUri(), new Configuration());
        JobHistory.JobInfo job = new JobHistory.JobInfo(id);
        DefaultJobHistoryParser.parseJobTasks(file.toURI().getPath(), job, local.getRaw());
        return job;
      } catch (IOException e) {
        // It is being moved or written; the caller looks again.
        return null;
      }
    }
    return null;
  }

  private static Map<String, Object> json(String id, JobHistory.JobInfo job) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("id", id);
    out.put("name", job.get(Keys.JOBNAME));
    out.put("status", job.get(Keys.JOB_STATUS));
    out.put("failure", job.get(Keys.FAIL_REASON));
    out.put("submitted", job.getLong(Keys.SUBMIT_TIME));
    out.put("launched", job.getLong(Keys.LAUNCH_TIME));
    out.put("finished", job.getLong(Keys.FINISH_TIME));
    out.put("counters", counters(job.get(Keys.COUNTERS)));
    List<Object> tasks = new ArrayList<>();
    for (Map.Entry<String, JobHistory.Task> entry : new TreeMap<>(job.getAllTasks()).entrySet()) {
      tasks.add(task(entry.getKey(), entry.getValue()));
    }
    out.put("tasks", tasks);
    return out;
  }

  private static Map<String, Object> task(String id, JobHistory.Task task) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("id", id);
    out.put("kind", task.get(Keys.TASK_TYPE));
    out.put("status", task.get(Keys.TASK_STATUS));
    out.put("started", task.getLong(Keys.START_TIME));
    out.put("finished", task.getLong(Keys.FINISH_TIME));
    out.put("error", task.get(Keys.ERROR));
    out.put("counters", counters(task.get(Keys.COUNTERS)));
    List<Object> attempts = new ArrayList<>();
    for (Map.Entry<String, JobHistory.TaskAttempt> entry :
        new TreeMap<>(task.getTaskAttempts()).entrySet()) {
      attempts.add(attempt(entry.getKey(), entry.getValue()));
    }
    out.put("attempts", attempts);
    return out;
  }

  private static Map<String, Object> attempt(String id, JobHistory.TaskAttempt attempt) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("id", id);
    out.put("status", attempt.get(Keys.TASK_STATUS));
    out.put("tracker", attempt.get(Keys.TRACKER_NAME));
    out.put("started", attempt.getLong(Keys.START_TIME));
    out.put("shuffled", attempt.getLong(Keys.SHUFFLE_FINISHED));
    out.put("sorted", attempt.getLong(Keys.SORT_FINISHED));
    out.put("finished", attempt.getLong(Keys.FINISH_TIME));
    out.put("state", attempt.get(Keys.STATE_STRING));
    out.put("error", attempt.get(Keys.ERROR));
    out.put("counters", counters(attempt.get(Keys.COUNTERS)));
    return out;
  }

  private static Map<String, Map<String, Long>> counters(String compact) {
    Map<String, Map<String, Long>> out = new TreeMap<>();
    if (compact == null || compact.isEmpty()) {
      return out;
    }
    try {
      for (Counters.Group group : Counters.fromEscapedCompactString(compact)) {
        Map<String, Long> values = new TreeMap<>();
        for (Counters.Counter counter : group) {
          values.put(counter.getName(), counter.getValue());
        }
        out.put(group.getName(), values);
      }
    } catch (ParseException e) {
      throw new IllegalStateException("counters in the history: " + compact, e);
    }
    return out;
  }

  private static void list(File folder, List<File> out) {
    File[] files = folder.listFiles();
    if (files == null) {
      return;
    }
    for (File file : files) {
      if (file.isDirectory()) {
        list(file, out);
      } else {
        out.add(file);
      }
    }
  }
}
