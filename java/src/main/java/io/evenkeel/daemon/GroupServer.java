package io.evenkeel.daemon;

import io.evenkeel.wire.ByteWriter;
import io.evenkeel.wire.GroupsRequest;
import io.evenkeel.wire.JobParams;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Streams many groups of many maps in one answer. */
final class GroupServer {
  private static final Log LOG = LogFactory.getLog(GroupServer.class);
  private static final int BUFFER = 128 << 10;
  private static final int INDEX_BYTES = 16 << 20;
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
    if (wanted.maps.size() > params.maps()) {
      throw new HttpFailure(400, "more maps than the job has");
    }
    for (String attempt : wanted.maps) {
      if (!Ids.isMapAttempt(attempt, job)) {
        throw new HttpFailure(400, "not a map of this job");
      }
    }
    requests.incrementAndGet();
    exchange.beginStream(BUFFER);
    OutputStream out = new BufferedOutputStream(exchange.response().getOutputStream(), BUFFER);
    byte[] buffer = new byte[BUFFER];
    for (String attempt : wanted.maps) {
      map(job, attempt, params, wanted.groups, out, buffer);
    }
    out.write(new ByteWriter().ascii(GroupsRequest.END).bytes());
    out.flush();
  }

  private void map(
      String job, String attempt, JobParams params, int[] groups, OutputStream out, byte[] buffer)
      throws IOException {
    MapIndex index = null;
    FileInputStream data = null;
    try {
      index = indexes.get(job, attempt);
      data = index == null ? null : tracker.open(job, attempt, TrackerView.Part.DATA);
    } catch (IOException e) {
      LOG.warn("output of " + attempt + " cannot be read: " + e);
    }
    if (index == null || data == null) {
      head(out, GroupsRequest.LOST, 0);
      return;
    }
    try {
      if (!index.isLateBound(params.slots(), params.groups())) {
        head(out, GroupsRequest.WRONG_INDEX, index.size());
        return;
      }
      head(out, GroupsRequest.OK, index.size());
      FileChannel file = data.getChannel();
      for (int group : groups) {
        int partition = params.slots() + group;
        long length = index.partLength(partition);
        out.write(new ByteWriter().varint(index.rawLength(partition)).varint(length).bytes());
        copy(file, index.start(partition), length, out, buffer);
      }
    } finally {
      data.close();
    }
  }

  private static void head(OutputStream out, int status, int entries) throws IOException {
    out.write(new ByteWriter().u8(status).varint(entries).bytes());
  }

  /**
   * A file that ends early cuts the answer off: the reader sees a broken stream, not wrong data.
   */
  private void copy(FileChannel file, long start, long length, OutputStream out, byte[] buffer)
      throws IOException {
    long at = start;
    long end = start + length;
    while (at < end) {
      int want = (int) Math.min(buffer.length, end - at);
      int got = file.read(ByteBuffer.wrap(buffer, 0, want), at);
      if (got < 0) {
        throw new EOFException("a map's output is shorter than its index says");
      }
      out.write(buffer, 0, got);
      at += got;
    }
    bytes.addAndGet(length);
  }
}
