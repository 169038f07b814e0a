package io.evenkeel.wire;

/** What became of one attempt of a map, as the JobTracker says. */
public final class MapEvent {
  /** Its output is to be had. */
  public static final int SUCCEEDED = 0;

  /** It failed or was killed, or its output is no longer to be had. */
  public static final int LOST = 1;

  /** The job goes on without this map. */
  public static final int ABANDONED = 2;

  /** The map's number. */
  public final int map;

  /** The attempt's number. */
  public final int attempt;

  /** One of the three. */
  public final int state;

  /** Where the output is, as {@code http://host:port}; empty unless it is to be had. */
  public final String tracker;

  /** An event; the TaskTracker of a map that did not succeed is left out. */
  public MapEvent(int map, int attempt, int state, String tracker) {
    this.map = map;
    this.attempt = attempt;
    this.state = state;
    this.tracker = state == SUCCEEDED ? tracker : "";
  }

  /** The attempt's id, as Hadoop writes it. */
  public String attemptId(String job) {
    return String.format("attempt_%s_m_%06d_%d", job.substring("job_".length()), map, attempt);
  }

  static MapEvent read(ByteReader in) throws WireException {
    int map = in.bounded("number of a map", Limits.MAPS);
    int attempt = in.bounded("number of an attempt", Integer.MAX_VALUE);
    int state = in.u8();
    if (state > ABANDONED) {
      throw new WireException("unknown state of a map " + state);
    }
    String tracker = state == SUCCEEDED ? in.text("address", Limits.ADDRESS_BYTES) : "";
    return new MapEvent(map, attempt, state, tracker);
  }

  void write(ByteWriter out) {
    out.varint(map).varint(attempt).u8(state);
    if (state == SUCCEEDED) {
      out.text(tracker);
    }
  }
}
