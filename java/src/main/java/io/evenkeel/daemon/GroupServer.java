package io.evenkeel.daemon;

import io.evenkeel.wire.ByteWriter;
import io.evenkeel.wire.GroupsRequest;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.MapIndex;
import io.evenkeel.wire.MapMark;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Streams many groups of many maps in one answer: what a reducer's batch asks for.
 *
 * <p>A map whose output is missing, cut off or damaged is reported to the TaskTracker, which has it
 * run again, as Hadoop's own servlet does. A damaged group has one reader, whose word alone Hadoop
 * would not believe for a long time; so each checksum is compared here, where the file is.
 */
final class GroupServer {
  private static final Log LOG = LogFactory.getLog(GroupServer.class);
  private static final int BUFFER = 128 << 10;
  private static final int INDEX_BYTES = 16 << 20;
  private static final int CHECKSUM = 4;

  /** One request makes the TaskTracker look for this many lost maps at most. */
  private static final int MOST_LOST = 16;

  private final TrackerView tracker;
  private final IndexCache indexes;
  final AtomicLong requests = new AtomicLong();
  final AtomicLong bytes = new AtomicLong();

  GroupServer(TrackerView tracker) {
    this.tracker = tracker;
    this.indexes = new IndexCache(tracker, INDEX_BYTES);
  }

  /** Answers a verified request of a late-bound job. */
  void serve(Exchange exchange, String job, JobParams params, GroupsRequest wanted)
      throws IOException {
    check(job, params, wanted);
    requests.incrementAndGet();
    exchange.beginStream(BUFFER);
    OutputStream out = new BufferedOutputStream(exchange.response().getOutputStream(), BUFFER);
    byte[] buffer = new byte[BUFFER];
    int place = 0;
    int lost = 0;
    for (GroupsRequest.Part part : wanted.parts) {
      for (String attempt : part.maps) {
        MapMark mark = exchange.mark(place++);
        String bad = map(job, attempt, params, part.groups, out, buffer, mark);
        out.write(mark.end());
        if (bad != null && lost++ < MOST_LOST) {
          LOG.warn("output of " + attempt + ": " + bad);
          tracker.lost(attempt, bad);
        }
      }
    }
    out.write(new ByteWriter().ascii(GroupsRequest.END).bytes());
    out.flush();
  }

  private static void check(String job, JobParams params, GroupsRequest wanted) throws HttpFailure {
    if (wanted.maps() > params.maps()) {
      throw new HttpFailure(400, "more maps than the job has");
    }
    for (GroupsRequest.Part part : wanted.parts) {
      for (String attempt : part.maps) {
        if (!Ids.isMapAttempt(attempt, job)) {
          throw new HttpFailure(400, "not a map of this job");
        }
      }
    }
  }

  /** Streams the groups of a map; returns what is wrong with its output, or null. */
  private String map(
      String job,
      String attempt,
      JobParams params,
      int[] groups,
      OutputStream out,
      byte[] buffer,
      MapMark mark)
      throws IOException {
    MapIndex index = null;
    FileInputStream data = null;
    String bad = "no such file";
    try {
      index = indexes.get(job, attempt);
      data = index == null ? null : tracker.open(job, attempt, TrackerView.Part.DATA);
    } catch (IOException e) {
      bad = "cannot be read: " + e;
    }
    if (index == null || data == null) {
      head(out, mark, GroupsRequest.LOST, 0);
      return bad;
    }
    try {
      if (!index.isLateBound(params.slots(), params.groups())) {
        head(out, mark, GroupsRequest.WRONG_INDEX, index.size());
        return null;
      }
      FileChannel file = data.getChannel();
      if (file.size() < index.end()) {
        // Said of this map alone: a stream that breaks off would tell of all maps in it.
        head(out, mark, GroupsRequest.LOST, 0);
        return "shorter than its index says";
      }
      head(out, mark, GroupsRequest.OK, index.size());
      return groups(file, index, params.slots(), groups, out, buffer, mark);
    } finally {
      data.close();
    }
  }

  private String groups(
      FileChannel file,
      MapIndex index,
      int slots,
      int[] groups,
      OutputStream out,
      byte[] buffer,
      MapMark mark)
      throws IOException {
    String bad = null;
    CRC32 crc = new CRC32();
    for (int i = 0; i < groups.length; i++) {
      int partition = slots + groups[i];
      long length = index.partLength(partition);
      int empty = index.alikeAndEmpty(slots, groups, i);
      if (empty > 0) {
        numbers(out, mark, GroupsRequest.WITHOUT_PAIRS, empty, length);
        i += empty - 1;
        continue;
      }
      numbers(out, mark, index.rawLength(partition), length);
      crc.reset();
      int checksum = copy(file, index.start(partition), length, out, buffer, crc);
      mark.add(checksum);
      if (checksum != (int) crc.getValue()) {
        bad = "wrong checksum in group " + groups[i];
      }
    }
    return bad;
  }

  private static void numbers(OutputStream out, MapMark mark, long... numbers) throws IOException {
    ByteWriter bytes = new ByteWriter();
    for (long number : numbers) {
      bytes.varint(number);
      mark.add(number);
    }
    out.write(bytes.bytes());
  }

  private static void head(OutputStream out, MapMark mark, int status, int entries)
      throws IOException {
    mark.add(status).add(entries);
    out.write(new ByteWriter().u8(status).varint(entries).bytes());
  }

  /**
   * A file that becomes shorter while it is read cuts the answer off: the reader sees a broken
   * stream, not wrong data. Returns the segment's last four bytes, its checksum; that of what
   * stands before them is added to {@code crc}.
   */
  private int copy(
      FileChannel file, long start, long length, OutputStream out, byte[] buffer, CRC32 crc)
      throws IOException {
    long at = start;
    long end = start + length;
    int last = 0;
    while (at < end) {
      int want = (int) Math.min(buffer.length, end - at);
      int got = file.read(ByteBuffer.wrap(buffer, 0, want), at);
      if (got < 0) {
        throw new EOFException("a map's output is shorter than its index says");
      }
      out.write(buffer, 0, got);
      crc.update(buffer, 0, (int) Math.max(0, Math.min(got, end - CHECKSUM - at)));
      for (int i = Math.max(0, got - CHECKSUM); i < got; i++) {
        last = (last << 8) | (buffer[i] & 0xff);
      }
      at += got;
    }
    bytes.addAndGet(length);
    return last;
  }
}
