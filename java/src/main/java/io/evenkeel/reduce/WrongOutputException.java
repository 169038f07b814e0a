package io.evenkeel.reduce;

import java.io.IOException;

/** A map of a late-bound job did not write groups: pairs would be lost, so the task must fail. */
final class WrongOutputException extends IOException {
  private static final long serialVersionUID = 1L;

  WrongOutputException(String attempt, String tracker, String what) {
    super(
        "Evenkeel: the output of map "
            + attempt
            + " on "
            + tracker
            + " "
            + what
            + ". That map ran without Evenkeel's hook or with other parameters. Cure: on that node,"
            + " put the same Evenkeel jar into Hadoop's lib folder, set both of its properties in"
            + " mapred-site.xml, remove any final override, and restart the TaskTracker");
  }
}
