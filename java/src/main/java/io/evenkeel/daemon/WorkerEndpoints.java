package io.evenkeel.daemon;

import io.evenkeel.Config;
import io.evenkeel.Version;
import io.evenkeel.wire.GroupsRequest;
import io.evenkeel.wire.JobParams;
import io.evenkeel.wire.Limits;
import io.evenkeel.wire.MessageBatch;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Signature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.crypto.SecretKey;

/** The TaskTracker's endpoints of {@code docs/protocol.md}. */
final class WorkerEndpoints {
  private static final int WAIT_MILLIS = 10000;
  private static final byte[] NOTHING = new byte[0];
  private final Worker worker;
  private final TrackerView tracker;
  private final Parking parking;
  private final Relay relay;
  private final JobInquiry inquiry;
  private final Watcher watcher;
  private final GroupServer groups;

  WorkerEndpoints(
      Worker worker,
      TrackerView tracker,
      Parking parking,
      Relay relay,
      JobInquiry inquiry,
      Watcher watcher) {
    this.worker = worker;
    this.tracker = tracker;
    this.parking = parking;
    this.relay = relay;
    this.inquiry = inquiry;
    this.watcher = watcher;
    this.groups = new GroupServer(tracker);
  }

  void handle(Exchange exchange) throws IOException {
    String endpoint = String.valueOf(exchange.endpoint());
    switch (endpoint) {
      case "params":
        exchange.reply(200, params(job(exchange, "GET", 0), exchange));
        break;
      case "report":
        report(exchange);
        break;
      case "reduced":
        reduced(exchange);
        break;
      case "bulletin":
        bulletin(exchange);
        break;
      case "statistics":
        statistics(exchange);
        break;
      case "groups":
        groups(exchange);
        break;
      case "health":
        health(exchange);
        break;
      default:
        throw new HttpFailure(404, "no such endpoint");
    }
  }

  private WorkerJob job(Exchange exchange, String method, int maxBody) throws IOException {
    exchange.need(method);
    String id = exchange.job();
    SecretKey key = tracker.token(id);
    if (key == null) {
      throw new HttpFailure(404, "no such job here");
    }
    exchange.verify(key, maxBody);
    return worker.job(id);
  }

  private byte[] params(WorkerJob job, Exchange exchange) throws IOException {
    return fetched(exchange, job, job::paramsMessage, inquiry::params);
  }

  /** What the JobTracker has to say, asked for once for all tasks of this node. */
  private byte[] fetched(
      Exchange exchange, WorkerJob job, Supplier<byte[]> known, Consumer<WorkerJob> fetch)
      throws IOException {
    if (known.get() == null) {
      fetch.accept(job);
      parking.await(
          exchange,
          Collections.singletonList(JobInquiry.topic(job.id)),
          () -> known.get() != null,
          WAIT_MILLIS);
    }
    byte[] message = known.get();
    if (message == null) {
      throw new HttpFailure(503, job.problem());
    }
    return message;
  }

  private MessageBatch.Entry entry(Exchange exchange, String job, int kind) throws IOException {
    boolean map = kind == MessageBatch.REPORT;
    int task = map ? exchange.number("map", Limits.MAPS) : exchange.number("reduce", Limits.SLOTS);
    String attempt = exchange.parameter("attempt");
    SecretKey key = tracker.token(job);
    if (key == null || !Ids.isAttempt(attempt, job, map, task)) {
      throw new HttpFailure(400, "not an attempt of this task");
    }
    byte[] body = exchange.body(map ? Limits.REPORT_BYTES : Limits.TIMELINE_BYTES);
    String path = map ? Paths.report(job, task, attempt) : Paths.reduced(job, task, attempt);
    byte[] hash = Signature.request(key, "POST", path, body);
    return new MessageBatch.Entry(kind, job, task, attempt, body, hash);
  }

  private void report(Exchange exchange) throws IOException {
    WorkerJob job = job(exchange, "POST", Limits.REPORT_BYTES);
    if (!relay.offer(entry(exchange, job.id, MessageBatch.REPORT), status -> {})) {
      throw new HttpFailure(503, "busy, ask again");
    }
    exchange.reply(204, NOTHING);
  }

  private void reduced(Exchange exchange) throws IOException {
    WorkerJob job = job(exchange, "POST", Limits.TIMELINE_BYTES);
    MessageBatch.Entry entry = entry(exchange, job.id, MessageBatch.REDUCED);
    String topic = "reduced " + entry.attempt;
    if (exchange.state() == null && job.delivery(entry.attempt) == null) {
      boolean room =
          relay.offer(
              entry,
              status -> {
                job.delivered(entry.attempt, status);
                parking.wake(topic);
              });
      if (!room) {
        throw new HttpFailure(503, "busy, ask again");
      }
    }
    parking.await(
        exchange,
        Collections.singletonList(topic),
        () -> job.delivery(entry.attempt) != null,
        WAIT_MILLIS);
    Integer status = job.delivery(entry.attempt);
    if (status == null) {
      throw new HttpFailure(503, "the JobTracker has not taken it yet, ask again");
    }
    if (status != 204) {
      job.forget(entry.attempt);
      throw new HttpFailure(status, "the JobTracker's hook refuses it");
    }
    exchange.reply(204, NOTHING);
  }

  private void bulletin(Exchange exchange) throws IOException {
    WorkerJob job = job(exchange, "GET", 0);
    int after = exchange.number("after", Integer.MAX_VALUE);
    int events = exchange.number("events", Integer.MAX_VALUE);
    if (job.watch(Clocks.millis())) {
      watcher.changed();
    }
    parking.await(
        exchange,
        Collections.singletonList(Watcher.topic(job.id)),
        () -> job.news.isAfter(after, events),
        WAIT_MILLIS);
    exchange.reply(200, job.news.after(after, events).encode());
  }

  private void statistics(Exchange exchange) throws IOException {
    WorkerJob job = job(exchange, "GET", 0);
    exchange.reply(200, fetched(exchange, job, job::statistics, inquiry::statistics));
  }

  private void groups(Exchange exchange) throws IOException {
    WorkerJob job = job(exchange, "POST", Limits.GROUPS_REQUEST_BYTES);
    params(job, exchange);
    JobParams params = job.params();
    if (!params.lateBinding()) {
      throw new HttpFailure(409, "the job is not late-bound");
    }
    byte[] body = exchange.body(Limits.GROUPS_REQUEST_BYTES);
    groups.serve(exchange, job.id, params, GroupsRequest.decode(body, params.groups()));
  }

  /** A few counts, for tests and for the curious; nothing secret. */
  private void health(Exchange exchange) throws IOException {
    exchange.need("GET");
    String text =
        "{\"version\":\""
            + Version.get()
            + "\",\"taskHook\":"
            + Config.TASK_HOOK.equals(tracker.conf().get(Config.TASK_KEY))
            + ",\"batches\":"
            + relay.requests
            + ",\"relayed\":"
            + relay.messages
            + ",\"queued\":"
            + relay.pending()
            + ",\"watches\":"
            + watcher.requests
            + ",\"groupRequests\":"
            + groups.requests
            + ",\"groupBytes\":"
            + groups.bytes
            + ",\"waiting\":"
            + parking.parked()
            + "}";
    exchange.reply(200, text.getBytes(StandardCharsets.UTF_8));
  }
}
