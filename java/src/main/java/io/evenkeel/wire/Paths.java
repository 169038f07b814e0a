package io.evenkeel.wire;

/** The endpoints' paths and queries, as they are sent and signed. */
public final class Paths {
  /** Where every endpoint lives. */
  public static final String ROOT = "/evenkeel/v1/";

  private Paths() {}

  /** Asks for a job's parameters. */
  public static String params(String job) {
    return ROOT + "params?job=" + job;
  }

  /** Sends a map's report. */
  public static String report(String job, int map, String attempt) {
    return ROOT + "report?job=" + job + "&map=" + map + "&attempt=" + attempt;
  }

  /** Waits for a stage above {@code after}, or for map events from number {@code events} on. */
  public static String bulletin(String job, int after, int events) {
    return ROOT + "bulletin?job=" + job + "&after=" + after + "&events=" + events;
  }

  /** Asks for the aggregated statistics. */
  public static String statistics(String job) {
    return ROOT + "statistics?job=" + job;
  }

  /** Sends a reduce task's timeline; a late-bound reduce may only succeed once it was taken. */
  public static String reduced(String job, int reduce, String attempt) {
    return ROOT + "reduced?job=" + job + "&reduce=" + reduce + "&attempt=" + attempt;
  }

  /** Fetches many groups of many maps. */
  public static String groups(String job) {
    return ROOT + "groups?job=" + job;
  }

  /** Several messages in one request. */
  public static String batch() {
    return ROOT + "batch";
  }

  /** Several bulletins asked for at once. */
  public static String watch() {
    return ROOT + "watch";
  }
}
