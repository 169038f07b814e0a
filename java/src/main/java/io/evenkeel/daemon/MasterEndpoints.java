package io.evenkeel.daemon;

import io.evenkeel.wire.Bulletin;
import io.evenkeel.wire.Limits;
import io.evenkeel.wire.MessageBatch;
import io.evenkeel.wire.Reply;
import io.evenkeel.wire.Signature;
import io.evenkeel.wire.Watch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.crypto.SecretKey;

/** The JobTracker's endpoints of {@code docs/protocol.md}. */
final class MasterEndpoints {
  /** How long a request waits for news before it is answered without. */
  static final int WAIT_MILLIS = 10000;

  private static final byte[] NOTHING = new byte[0];
  private final JobBook book;
  private final Parking parking;
  private final int waitMillis;

  MasterEndpoints(JobBook book, Parking parking, int waitMillis) {
    this.book = book;
    this.parking = parking;
    this.waitMillis = waitMillis;
  }

  void handle(Exchange exchange) throws IOException {
    String endpoint = String.valueOf(exchange.endpoint());
    switch (endpoint) {
      case "params":
        params(exchange);
        break;
      case "report":
        message(exchange, MessageBatch.REPORT);
        break;
      case "reduced":
        message(exchange, MessageBatch.REDUCED);
        break;
      case "bulletin":
        bulletin(exchange);
        break;
      case "statistics":
        statistics(exchange);
        break;
      case "batch":
        batch(exchange);
        break;
      case "watch":
        watch(exchange);
        break;
      default:
        throw new HttpFailure(404, "no such endpoint");
    }
  }

  /** The signed request's job. */
  private JobRecord job(Exchange exchange, String method, int maxBody) throws IOException {
    exchange.need(method);
    JobRecord record = book.find(exchange.job());
    SecretKey key = record == null ? null : record.view.token();
    if (key == null) {
      throw new HttpFailure(404, "no such job here");
    }
    exchange.verify(key, maxBody);
    return record;
  }

  private void params(Exchange exchange) throws IOException {
    JobRecord record = job(exchange, "GET", 0);
    parking.await(
        exchange,
        Collections.singletonList(Master.paramsTopic(record.view.id())),
        () -> record.paramsMessage() != null,
        waitMillis);
    byte[] message = record.paramsMessage();
    if (message == null) {
      throw new HttpFailure(503, "not decided yet");
    }
    exchange.reply(200, message);
  }

  /** A report or a timeline. */
  private void message(Exchange exchange, int kind) throws IOException {
    boolean map = kind == MessageBatch.REPORT;
    int limit = map ? Limits.REPORT_BYTES : Limits.TIMELINE_BYTES;
    JobRecord record = job(exchange, "POST", limit);
    int task = map ? exchange.number("map", Limits.MAPS) : exchange.number("reduce", Limits.SLOTS);
    String attempt = exchange.parameter("attempt");
    answer(exchange, take(record, kind, task, attempt, exchange.body(limit)));
  }

  private static void answer(Exchange exchange, int status) throws IOException {
    if (status == 503) {
      throw new HttpFailure(503, "busy, ask again");
    }
    if (status != 204) {
      throw new HttpFailure(status, "not a message of this job's tasks");
    }
    exchange.reply(204, NOTHING);
  }

  /** Takes a report or a timeline in; the status that its sender gets. */
  private static int take(JobRecord record, int kind, int task, String attempt, byte[] body) {
    Planning planning = record.planning();
    if (planning == null) {
      return record.params() == null ? 503 : 409;
    }
    boolean map = kind == MessageBatch.REPORT;
    int tasks = map ? record.params().maps() : record.params().slots();
    if (task >= tasks || !Ids.isAttempt(attempt, record.view.id(), map, task)) {
      return 400;
    }
    if (map) {
      record.meters.reportBytes.addAndGet(body.length);
      return planning.accept(task, body) ? 204 : 503;
    }
    String timeline = Json.checked(body);
    if (timeline == null) {
      return 400;
    }
    record.reduced(task, attempt, timeline);
    return 204;
  }

  private void statistics(Exchange exchange) throws IOException {
    JobRecord record = job(exchange, "GET", 0);
    Planning planning = record.planning();
    byte[] message = planning == null ? null : planning.statistics();
    if (message == null) {
      throw new HttpFailure(503, "not before the table");
    }
    record.meters.statisticsBytes.addAndGet(message.length);
    exchange.reply(200, message);
  }

  private void bulletin(Exchange exchange) throws IOException {
    JobRecord record = job(exchange, "GET", 0);
    int after = exchange.number("after", Integer.MAX_VALUE);
    int events = exchange.number("events", Integer.MAX_VALUE);
    parking.await(
        exchange,
        Collections.singletonList(Master.bulletinTopic(record.view.id())),
        () -> record.news.isAfter(after, events) || record.view.ended(),
        waitMillis);
    exchange.reply(200, encode(record, after, events));
  }

  private static byte[] encode(JobRecord record, int after, int events) {
    Bulletin news = record.news.after(after, events);
    byte[] out = news.encode();
    count(record.meters, news, out.length);
    return out;
  }

  /** The events of maps that stand beside hints or a table are not theirs. */
  private static void count(Meters meters, Bulletin news, int length) {
    int told = 0;
    if (news.kind != Bulletin.NOTHING) {
      told = news.events.isEmpty() ? length : news.without().encode().length;
      boolean table = news.kind == Bulletin.TABLE;
      (table ? meters.tableBytes : meters.hintBytes).addAndGet(told);
    }
    meters.eventBytes.addAndGet(length - told);
    meters.bulletins.incrementAndGet();
  }

  private void batch(Exchange exchange) throws IOException {
    exchange.need("POST");
    List<MessageBatch.Entry> entries = MessageBatch.decode(exchange.body(Limits.BATCH_BYTES));
    List<Reply> replies = new ArrayList<Reply>();
    for (MessageBatch.Entry entry : entries) {
      replies.add(take(entry));
    }
    exchange.reply(200, MessageBatch.encodeReply(replies));
  }

  private Reply take(MessageBatch.Entry entry) {
    JobRecord record = Ids.isJob(entry.job) ? book.find(entry.job) : null;
    SecretKey key = record == null ? null : record.view.token();
    if (key == null) {
      return new Reply(404, NOTHING);
    }
    if (!entry.signedBy(key)) {
      return new Reply(401, NOTHING);
    }
    int status = take(record, entry.kind, entry.task, entry.attempt, entry.body);
    return new Reply(status, Signature.reply(key, entry.hash, status, null));
  }

  private void watch(Exchange exchange) throws IOException {
    exchange.need("POST");
    List<Watch.Entry> wishes = Watch.decode(exchange.body(Limits.ENTRIES * 256));
    List<String> topics = new ArrayList<String>();
    boolean refused = false;
    for (Watch.Entry wish : wishes) {
      topics.add(Master.bulletinTopic(wish.job));
      refused |= keyOf(wish) == null;
    }
    boolean atOnce = refused;
    parking.await(exchange, topics, () -> atOnce || news(wishes), waitMillis);
    exchange.reply(200, Watch.encodeReply(answers(wishes)));
  }

  /** The job's key, if the wish is signed by it. */
  private SecretKey keyOf(Watch.Entry wish) {
    JobRecord record = Ids.isJob(wish.job) ? book.find(wish.job) : null;
    SecretKey key = record == null ? null : record.view.token();
    return key == null || !wish.signedBy(key) ? null : key;
  }

  private boolean news(List<Watch.Entry> wishes) {
    for (Watch.Entry wish : wishes) {
      JobRecord record = book.find(wish.job);
      if (record == null || record.news.isAfter(wish.after, wish.events)) {
        return true;
      }
    }
    return false;
  }

  private List<Watch.Answer> answers(List<Watch.Entry> wishes) {
    List<Watch.Answer> out = new ArrayList<Watch.Answer>();
    int bytes = 0;
    for (Watch.Entry wish : wishes) {
      JobRecord record = book.find(wish.job);
      SecretKey key = keyOf(wish);
      if (key == null || record == null) {
        out.add(Watch.Answer.refused(wish, record == null ? 404 : 401));
      } else if (record.news.isAfter(wish.after, wish.events) && bytes < Limits.WATCH_BYTES / 2) {
        byte[] body = encode(record, wish.after, wish.events);
        out.add(Watch.Answer.signed(key, wish, 200, body));
        bytes += body.length;
      }
    }
    return out;
  }
}
