package io.evenkeel.wire;

import java.util.ArrayList;
import java.util.List;
import javax.crypto.SecretKey;

/** Messages of several tasks, of several jobs, in one request; each with its own hash. */
public final class MessageBatch {
  /** A map's report. */
  public static final int REPORT = 1;

  /** A reduce task's timeline. */
  public static final int REDUCED = 2;

  private MessageBatch() {}

  /** One message. */
  public static final class Entry {
    /** {@link #REPORT} or {@link #REDUCED}. */
    public final int kind;

    /** Id of the sender's job, whose token signs the entry. */
    public final String job;

    /** The number of the map or reduce task. */
    public final int task;

    /** The attempt that speaks. */
    public final String attempt;

    /** The message itself. */
    public final byte[] body;

    /** The hash of the single request that this entry stands for. */
    public final byte[] hash;

    /** A message of one attempt. */
    public Entry(int kind, String job, int task, String attempt, byte[] body, byte[] hash) {
      this.kind = kind;
      this.job = job;
      this.task = task;
      this.attempt = attempt;
      this.body = body;
      this.hash = hash;
    }

    /** The request that this entry stands for. */
    public String path() {
      return kind == REPORT ? Paths.report(job, task, attempt) : Paths.reduced(job, task, attempt);
    }

    /** Whether the hash is the one of the job's token. */
    public boolean signedBy(SecretKey key) {
      return Signature.matches(Signature.request(key, "POST", path(), body), hash);
    }
  }

  /** The request's body. */
  public static byte[] encode(List<Entry> entries) {
    ByteWriter out = new ByteWriter().varint(entries.size());
    for (Entry e : entries) {
      out.u8(e.kind).text(e.job).varint(e.task).text(e.attempt).raw(e.hash).block(e.body);
    }
    return out.bytes();
  }

  /** Reads the request's body. */
  public static List<Entry> decode(byte[] body) throws WireException {
    ByteReader in = new ByteReader(body);
    int count = in.bounded("number of entries", Limits.ENTRIES);
    List<Entry> out = new ArrayList<Entry>();
    for (int i = 0; i < count; i++) {
      int kind = in.u8();
      if (kind != REPORT && kind != REDUCED) {
        throw new WireException("unknown kind of entry " + kind);
      }
      String job = in.text("job id", Limits.ID_BYTES);
      int task = in.bounded("task number", Limits.MAPS);
      String attempt = in.text("attempt id", Limits.ID_BYTES);
      byte[] hash = in.take(Signature.LENGTH);
      int max = kind == REPORT ? Limits.REPORT_BYTES : Limits.TIMELINE_BYTES;
      byte[] message = in.take(in.bounded("length of an entry", max));
      out.add(new Entry(kind, job, task, attempt, message, hash));
    }
    in.end();
    return out;
  }

  /** The reply's body: a status for each entry, signed where the entry's key is known. */
  public static byte[] encodeReply(List<Reply> replies) {
    ByteWriter out = new ByteWriter().varint(replies.size());
    for (Reply reply : replies) {
      out.varint(reply.status).block(reply.body);
    }
    return out.bytes();
  }

  /** Reads the reply: status, and the hash of the entry's reply as its body. */
  public static List<Reply> decodeReply(byte[] body) throws WireException {
    ByteReader in = new ByteReader(body);
    int count = in.bounded("number of entries", Limits.ENTRIES);
    List<Reply> out = new ArrayList<Reply>();
    for (int i = 0; i < count; i++) {
      int status = in.bounded("status", 999);
      out.add(new Reply(status, in.take(in.bounded("length of a hash", Signature.LENGTH))));
    }
    in.end();
    return out;
  }
}
