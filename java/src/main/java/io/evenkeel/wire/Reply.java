package io.evenkeel.wire;

/** An answer; one of status 2xx is signed by the job, others are whoever's. */
public final class Reply {
  /** The HTTP status. */
  public final int status;

  /** The body, possibly empty. */
  public final byte[] body;

  /** An answer. */
  public Reply(int status, byte[] body) {
    this.status = status;
    this.body = body;
  }
}
