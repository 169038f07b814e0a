package io.evenkeel.daemon;

import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.Limits;
import io.evenkeel.wire.MessageBatch;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Reply;
import io.evenkeel.wire.Signature;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.SecretKey;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Passes on what the tasks of this node say (Section 4 of the paper, step 2). What comes in while a
 * request is under way goes into the next one.
 */
final class Relay {
  private static final Log LOG = LogFactory.getLog(Relay.class);
  private static final int QUEUE_BYTES = 64 << 20;

  /** No job may fill the queue that all jobs of the node share. */
  private static final int JOB_BYTES = QUEUE_BYTES / 4;

  private static final int TRIES = 60;
  private static final int AGAIN_MILLIS = 500;

  /** Told when the JobTracker has answered for good. */
  interface Outcome {
    void done(int status);
  }

  private static final class Item {
    final MessageBatch.Entry entry;
    final Outcome outcome;
    int tries;

    Item(MessageBatch.Entry entry, Outcome outcome) {
      this.entry = entry;
      this.outcome = outcome;
    }

    int size() {
      return entry.body.length + 400;
    }
  }

  private final TrackerView tracker;
  private final HttpClient jobTracker;
  private final ScheduledExecutorService link;
  private final Serial sender;
  private final Deque<Item> queue = new ArrayDeque<Item>();
  private final Map<String, Integer> queuedByJob = new HashMap<String, Integer>();
  private int queuedBytes;
  private int underWay;
  final AtomicLong requests = new AtomicLong();
  final AtomicLong messages = new AtomicLong();

  Relay(TrackerView tracker, HttpClient jobTracker, ScheduledExecutorService link) {
    this.tracker = tracker;
    this.jobTracker = jobTracker;
    this.link = link;
    this.sender = new Serial(link, this::send);
  }

  /** Takes a message; false if there is no room now. */
  boolean offer(MessageBatch.Entry entry, Outcome outcome) {
    Item item = new Item(entry, outcome);
    synchronized (queue) {
      int ofJob = queuedByJob.getOrDefault(entry.job, 0);
      if (!queue.isEmpty() && queuedBytes + item.size() > QUEUE_BYTES
          || ofJob > 0 && ofJob + item.size() > JOB_BYTES) {
        return false;
      }
      queue.add(item);
      count(item, item.size());
    }
    sender.kick();
    return true;
  }

  /** Called with the queue's lock held. */
  private void count(Item item, int bytes) {
    queuedBytes += bytes;
    queuedByJob.merge(item.entry.job, bytes, (a, b) -> a + b == 0 ? null : a + b);
  }

  private List<Item> take() {
    List<Item> out = new ArrayList<Item>();
    int bytes = 0;
    synchronized (queue) {
      while (!queue.isEmpty() && out.size() < Limits.ENTRIES) {
        int size = queue.peek().size();
        if (!out.isEmpty() && bytes + size > Limits.BATCH_BYTES) {
          break;
        }
        bytes += size;
        Item item = queue.poll();
        count(item, -size);
        out.add(item);
      }
      underWay = out.size();
    }
    return out;
  }

  /** How many messages the JobTracker has not answered yet. */
  int pending() {
    synchronized (queue) {
      return queue.size() + underWay;
    }
  }

  private void send() {
    for (List<Item> items = take(); !items.isEmpty(); items = take()) {
      List<Item> failed = send(items);
      if (!failed.isEmpty()) {
        again(failed);
        return;
      }
    }
  }

  /** Sends a batch; what must be sent again comes back. */
  private List<Item> send(List<Item> items) {
    List<MessageBatch.Entry> entries = new ArrayList<MessageBatch.Entry>();
    for (Item item : items) {
      entries.add(item.entry);
    }
    requests.incrementAndGet();
    messages.addAndGet(items.size());
    List<Reply> replies;
    try {
      Reply reply =
          jobTracker.call(
              "POST", Paths.batch(), MessageBatch.encode(entries), null, 64 * Limits.ENTRIES);
      if (reply.status != 200) {
        throw new IOException("status " + reply.status);
      }
      replies = MessageBatch.decodeReply(reply.body);
      if (replies.size() != items.size()) {
        throw new IOException(replies.size() + " answers to " + items.size() + " messages");
      }
    } catch (IOException | RuntimeException e) {
      LOG.info("the JobTracker's hook at " + jobTracker.base() + " took no batch: " + e);
      return items;
    }
    List<Item> failed = new ArrayList<Item>();
    for (int i = 0; i < items.size(); i++) {
      if (!settle(items.get(i), replies.get(i))) {
        failed.add(items.get(i));
      }
    }
    return failed;
  }

  private boolean settle(Item item, Reply reply) {
    if (reply.status == 503) {
      return false;
    }
    SecretKey key = tracker.token(item.entry.job);
    if (reply.status == 204
        && (key == null
            || !Signature.matches(Signature.reply(key, item.entry.hash, 204, null), reply.body))) {
      return key == null;
    }
    item.outcome.done(reply.status);
    return true;
  }

  private void again(List<Item> items) {
    List<Item> kept = new ArrayList<Item>();
    for (Item item : items) {
      if (++item.tries < TRIES && tracker.token(item.entry.job) != null) {
        kept.add(item);
      } else {
        item.outcome.done(504);
      }
    }
    synchronized (queue) {
      underWay = 0;
      for (int i = kept.size() - 1; i >= 0; i--) {
        queue.addFirst(kept.get(i));
        count(kept.get(i), kept.get(i).size());
      }
    }
    link.schedule(sender::kick, AGAIN_MILLIS, TimeUnit.MILLISECONDS);
  }
}
