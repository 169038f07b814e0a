package io.evenkeel.daemon.page;

/** What the list at {@code /evenkeel} shows of one job, running or finished. */
public final class JobRow {
  /** Longest name shown. */
  private static final int NAME = 200;

  /** Longest reason shown. */
  private static final int REASON = 500;

  /** The job's id. */
  public final String id;

  /** Its name, chosen by its owner. */
  public final String name;

  /** Its owner. */
  public final String user;

  /** {@code running}, {@code succeeded}, {@code failed}, {@code killed} or {@code preparing}. */
  public final String state;

  /** {@code counting}, {@code scheduling} or {@code scheduled}. */
  public final String phase;

  /** Map tasks. */
  public final int maps;

  /** Maps whose counts are here. */
  public final int reported;

  /** Reduce tasks. */
  public final int reduces;

  /** Reduce tasks that are done. */
  public final int reduced;

  /** When it was submitted, in milliseconds since 1970. */
  public final long submitted;

  /** Why it has the hash table instead of a schedule; empty if it has not. */
  public final String fallback;

  /** How even it is. */
  public final Shape shape;

  /** Who may see it. */
  public final Access access;

  private JobRow(Builder from) {
    this.id = from.id;
    this.name = cut(from.name, NAME);
    this.user = from.access.owner;
    this.state = from.state;
    this.phase = from.phase;
    this.maps = from.maps;
    this.reported = from.reported;
    this.reduces = from.reduces;
    this.reduced = from.reduced;
    this.submitted = from.submitted;
    this.fallback = cut(from.fallback, REASON);
    this.shape = from.fallback.isEmpty() ? from.shape : from.shape.hashed();
    this.access = from.access;
  }

  private static String cut(String text, int length) {
    return text.length() > length ? text.substring(0, length) : text;
  }

  /** Whether it still runs. */
  public boolean live() {
    return "running".equals(state) || "preparing".equals(state);
  }

  /** Where it stands, in words. */
  public String words() {
    if (!live()) {
      return "succeeded".equals(state) ? "done" : state;
    }
    if ("counting".equals(phase)) {
      return "counting " + reported + "/" + maps + " maps";
    }
    if ("scheduling".equals(phase)) {
      return phase;
    }
    return reduced == 0 ? "scheduled" : "running, " + reduced + "/" + reduces + " reduces done";
  }

  /** Collects the fields. */
  public static final class Builder {
    private final String id;
    private final Access access;
    private String name = "";
    private String state = "";
    private String phase = "";
    private int maps;
    private int reported;
    private int reduces;
    private int reduced;
    private long submitted;
    private String fallback = "";
    private Shape shape = Shape.NONE;

    /** A row of this job. */
    public Builder(String id, Access access) {
      this.id = id;
      this.access = access;
    }

    /** Its user's name for it, Hadoop's state and the planning's phase. */
    public Builder called(String newName, String newState, String newPhase) {
      this.name = newName;
      this.state = newState;
      this.phase = newPhase;
      return this;
    }

    /** Progress of the maps. */
    public Builder maps(int all, int done) {
      this.maps = all;
      this.reported = done;
      return this;
    }

    /** Progress of the reduces. */
    public Builder reduces(int all, int done) {
      this.reduces = all;
      this.reduced = done;
      return this;
    }

    /** When it was submitted. */
    public Builder submitted(long at) {
      this.submitted = at;
      return this;
    }

    /** Why it has the hash table; null if it has not. */
    public Builder fallback(String why) {
      this.fallback = why == null ? "" : why;
      return this;
    }

    /** How even it is. */
    public Builder shape(Shape newShape) {
      this.shape = newShape;
      return this;
    }

    /** The row. */
    public JobRow build() {
      return new JobRow(this);
    }
  }
}
