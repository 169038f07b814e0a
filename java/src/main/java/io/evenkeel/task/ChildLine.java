package io.evenkeel.task;

import java.io.IOException;
import org.apache.hadoop.mapred.EvenkeelUmbilical;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.security.token.JobTokenIdentifier;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;

/** Reads from a task's command line where its TaskTracker listens for it, and as whom. */
final class ChildLine {
  private static final int HOST = 1;
  private static final int PORT = 2;
  private static final int ATTEMPT = 3;
  private static final int WORDS = 6;

  private ChildLine() {}

  static EvenkeelUmbilical open(JobConf job, Token<JobTokenIdentifier> token)
      throws IOException, InterruptedException {
    String command = System.getProperty("sun.java.command", "");
    String[] words = command.split(" ");
    if (words.length < WORDS || !words[0].endsWith(".Child")) {
      throw new IOException("not a task's command line: " + command);
    }
    String pid = System.getenv("JVM_PID");
    return new EvenkeelUmbilical(
        NetUtils.createSocketAddr(words[HOST] + ":" + words[PORT]),
        TaskAttemptID.forName(job.get("mapred.task.id")),
        TaskAttemptID.forName(words[ATTEMPT]),
        Integer.parseInt(words[words.length - 1]),
        pid == null ? "" : pid,
        token,
        job);
  }
}
