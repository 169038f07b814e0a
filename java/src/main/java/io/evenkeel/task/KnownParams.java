package io.evenkeel.task;

import io.evenkeel.wire.JobParams;
import java.io.IOException;
import javax.crypto.SecretKey;

/**
 * The parameters of the job whose tasks this JVM runs. A job's parameters never change (safety rule
 * 2), so a JVM that runs task after task asks once.
 */
final class KnownParams {
  private static String job;
  private static SecretKey token;
  private static JobParams params;

  private KnownParams() {}

  /** Asks a daemon. */
  interface Source {
    JobParams ask() throws IOException, InterruptedException;
  }

  /** Those of this job, which has this token; asked for if they are not known yet. */
  static synchronized JobParams of(String id, SecretKey key, Source daemons)
      throws IOException, InterruptedException {
    if (params == null || !id.equals(job) || !key.equals(token)) {
      params = daemons.ask();
      job = id;
      token = key;
    }
    return params;
  }
}
