package io.evenkeel.daemon;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Hadoop's ids, checked strictly: nothing in them can leave a folder or a line. */
final class Ids {
  private static final Pattern JOB = Pattern.compile("job_[A-Za-z0-9]{1,40}_[0-9]{4,9}");
  private static final Pattern ATTEMPT =
      Pattern.compile(
          "attempt_([A-Za-z0-9]{1,40}_[0-9]{4,9})_([mr])_([0-9]{6,7})_(0|[1-9][0-9]{0,8})");
  private static final int ATTEMPTS = 1000;

  private Ids() {}

  static boolean isJob(String id) {
    return JOB.matcher(id).matches();
  }

  /**
   * Whether the attempt belongs to this task of this job. Hadoop numbers a task's attempts from 0
   * and leaves room for 1000; larger numbers are invented.
   */
  static boolean isAttempt(String attempt, String job, boolean map, int task) {
    Matcher m = ATTEMPT.matcher(attempt);
    return m.matches()
        && ("job_" + m.group(1)).equals(job)
        && (m.group(2).equals("m") == map)
        && Integer.parseInt(m.group(3)) == task
        && Integer.parseInt(m.group(4)) < ATTEMPTS;
  }

  /** The number of an attempt's task; -1 if this is no attempt. */
  static int task(String attempt) {
    Matcher m = ATTEMPT.matcher(attempt);
    return m.matches() ? Integer.parseInt(m.group(3)) : -1;
  }

  /** Whether the attempt is one of a map of this job. */
  static boolean isMapAttempt(String attempt, String job) {
    Matcher m = ATTEMPT.matcher(attempt);
    return m.matches() && ("job_" + m.group(1)).equals(job) && m.group(2).equals("m");
  }
}
