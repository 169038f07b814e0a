package io.evenkeel.wire;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.crypto.SecretKey;

/** Bulletins of several jobs asked for at once, so that a TaskTracker waits in one request. */
public final class Watch {
  private static final byte[] UNSIGNED = new byte[0];

  private Watch() {}

  /** One job that is waited for. */
  public static final class Entry {
    /** Id of the job, whose token signs the entry. */
    public final String job;

    /** The stage the asker has. */
    public final int after;

    /** How many map events the asker has. */
    public final int events;

    /** The hash of the single request that this entry stands for. */
    public final byte[] hash;

    /** A wish with its hash. */
    public Entry(String job, int after, int events, byte[] hash) {
      this.job = job;
      this.after = after;
      this.events = events;
      this.hash = hash;
    }

    /** A wish signed by the job's token. */
    public static Entry signed(SecretKey key, String job, int after, int events) {
      return new Entry(job, after, events, sign(key, job, after, events));
    }

    /** Whether the hash is the one of the job's token. */
    public boolean signedBy(SecretKey key) {
      return Signature.matches(sign(key, job, after, events), hash);
    }

    private static byte[] sign(SecretKey key, String job, int after, int events) {
      return Signature.request(key, "GET", Paths.bulletin(job, after, events), null);
    }
  }

  /** One job's answer. */
  public static final class Answer {
    /** Id of the job that was asked for. */
    public final String job;

    /** The status that the single request would have had. */
    public final int status;

    /** The bulletin's message. */
    public final byte[] body;

    private final byte[] hash;

    /** An answer; {@code hash} is empty where the key is not known. */
    private Answer(String job, int status, byte[] body, byte[] hash) {
      this.job = job;
      this.status = status;
      this.body = body;
      this.hash = hash;
    }

    /** An answer to a wish that could be verified. */
    public static Answer signed(SecretKey key, Entry wish, int status, byte[] body) {
      return new Answer(wish.job, status, body, Signature.reply(key, wish.hash, status, body));
    }

    /** An answer that says no. */
    public static Answer refused(Entry wish, int status) {
      return new Answer(wish.job, status, new byte[0], UNSIGNED);
    }

    /** Whether this is the answer to {@code wish}, by one who has the job's token. */
    public boolean answers(SecretKey key, Entry wish) {
      return Signature.matches(Signature.reply(key, wish.hash, status, body), hash);
    }
  }

  /** The request's body. */
  public static byte[] encode(List<Entry> entries) {
    ByteWriter out = new ByteWriter().varint(entries.size());
    for (Entry e : entries) {
      out.text(e.job).varint(e.after).varint(e.events).raw(e.hash);
    }
    return out.bytes();
  }

  /** Reads the request's body. */
  public static List<Entry> decode(byte[] body) throws WireException {
    ByteReader in = new ByteReader(body);
    int count = in.bounded("number of entries", Limits.ENTRIES);
    if (count == 0) {
      // Nobody has signed it, so nothing may wait for it.
      throw new WireException("a watch of no job");
    }
    List<Entry> out = new ArrayList<Entry>();
    Set<String> jobs = new HashSet<String>();
    for (int i = 0; i < count; i++) {
      String job = in.text("job id", Limits.ID_BYTES);
      if (!jobs.add(job)) {
        throw new WireException("a job stands twice");
      }
      int after = in.bounded("stage", Integer.MAX_VALUE);
      int events = in.bounded("number of events", Integer.MAX_VALUE);
      out.add(new Entry(job, after, events, in.take(Signature.LENGTH)));
    }
    in.end();
    return out;
  }

  /** The reply's body. */
  public static byte[] encodeReply(List<Answer> answers) {
    ByteWriter out = new ByteWriter().varint(answers.size());
    for (Answer a : answers) {
      out.text(a.job).varint(a.status).block(a.hash).block(a.body);
    }
    return out.bytes();
  }

  /** Reads the reply's body. */
  public static List<Answer> decodeReply(byte[] body) throws WireException {
    ByteReader in = new ByteReader(body);
    int count = in.bounded("number of answers", Limits.ENTRIES);
    List<Answer> out = new ArrayList<Answer>();
    for (int i = 0; i < count; i++) {
      String job = in.text("job id", Limits.ID_BYTES);
      int status = in.bounded("status", 999);
      byte[] hash = in.take(in.bounded("length of a hash", Signature.LENGTH));
      byte[] message = in.take(in.bounded("length of a bulletin", Limits.BULLETIN_BYTES));
      out.add(new Answer(job, status, message, hash));
    }
    in.end();
    return out;
  }
}
