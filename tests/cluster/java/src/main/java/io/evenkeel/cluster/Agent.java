package io.evenkeel.cluster;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.RunningJob;
import org.codehaus.jackson.JsonNode;
import org.codehaus.jackson.map.ObjectMapper;

/**
 * Reads requests from standard input, one JSON object a line, and answers each on standard output,
 * in whatever order they finish. It ends when its input does.
 */
public final class Agent {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrintStream answers;
  private final Runner runner;
  private final History history;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "request");
            thread.setDaemon(true);
            return thread;
          });

  private Agent(PrintStream answers, File conf, File historyFolder) {
    this.answers = answers;
    this.history = new History(historyFolder);
    this.runner = new Runner(conf, history);
  }

  /**
   * Starts the agent.
   *
   * @param args the client's configuration folder and the JobTracker's history folder
   * @throws IOException if standard input cannot be read
   */
  public static void main(String[] args) throws IOException {
    PrintStream answers =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
    Capture.install();
    ExitTrap.install();
    Agent agent = new Agent(answers, new File(args[0]), new File(args[1]));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonNode request = JSON.readTree(line);
      agent.threads.execute(() -> agent.answer(request));
    }
    Runtime.getRuntime().halt(0);
  }

  private void answer(JsonNode request) {
    Map<String, Object> reply = new HashMap<>();
    reply.put("id", request.path("id").getLongValue());
    try {
      reply.put("ok", handle(request));
    } catch (Throwable e) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      reply.put("error", trace.toString());
    }
    try {
      String line = JSON.writeValueAsString(reply);
      synchronized (answers) {
        answers.println(line);
        answers.flush();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Object handle(JsonNode request) throws Exception {
    String op = request.path("op").getTextValue();
    switch (op) {
      case "ping":
        return "pong";
      case "run":
        return runner.run(request);
      case "fs":
        return runner.shell(request);
      case "read":
        return Files.read(request);
      case "job-ids":
        return history.jobsOf(request.path("tag").getTextValue());
      case "job":
        return history.describe(request.path("job").getTextValue());
      case "progress":
        return progress(request.path("job").getTextValue());
      default:
        throw new IllegalArgumentException("unknown request " + op);
    }
  }

  private static Object progress(String job) throws IOException {
    RunningJob running = running(job);
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("map", running.mapProgress());
    out.put("reduce", running.reduceProgress());
    out.put("complete", running.isComplete());
    out.put("successful", running.isSuccessful());
    return out;
  }

  private static RunningJob running(String job) throws IOException {
    RunningJob running = new JobClient(new JobConf()).getJob(JobID.forName(job));
    if (running == null) {
      throw new IOException("the JobTracker does not know " + job);
    }
    return running;
  }
}
