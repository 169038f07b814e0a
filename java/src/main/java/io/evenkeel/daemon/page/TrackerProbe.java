package io.evenkeel.daemon.page;

import io.evenkeel.wire.HttpClient;
import io.evenkeel.wire.Paths;
import io.evenkeel.wire.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Which TaskTrackers have the hook, and in which version. Asks them only while someone looks at the
 * page, one after another, off the request's thread, and remembers the answers for a while.
 */
final class TrackerProbe {
  /** No hook answers there. */
  static final String NONE = "none";

  /** Not asked yet. */
  static final String UNKNOWN = "?";

  private static final long LIST_MILLIS = 4000;
  private static final long FRESH_MILLIS = 30000;
  private static final int CONNECT_MILLIS = 1000;
  private static final int READ_MILLIS = 2000;
  private static final int REPLY_BYTES = 4096;

  private final PageSource source;
  private final Executor executor;
  private final LongSupplier clock;
  private final Function<PageSource.Tracker, String> ask;
  private final Map<String, Long> askedAt = new HashMap<String, Long>();
  private final AtomicBoolean busy = new AtomicBoolean();
  private volatile Map<String, String> versions = Collections.emptyMap();
  private volatile long listedAt;

  TrackerProbe(
      PageSource source,
      Executor executor,
      LongSupplier clock,
      Function<PageSource.Tracker, String> ask) {
    this.source = source;
    this.executor = executor;
    this.clock = clock;
    this.ask = ask;
  }

  /** Version by TaskTracker, as last known; brings it up to date in the background. */
  Map<String, String> versions() {
    boolean old = clock.getAsLong() - listedAt > LIST_MILLIS;
    if (old && busy.compareAndSet(false, true)) {
      try {
        executor.execute(this::refresh);
      } catch (RuntimeException e) {
        busy.set(false);
        throw e;
      }
    }
    return versions;
  }

  private void refresh() {
    try {
      Map<String, String> before = versions;
      Map<String, String> now = new TreeMap<String, String>();
      Map<String, PageSource.Tracker> due = new HashMap<String, PageSource.Tracker>();
      for (PageSource.Tracker tracker : source.trackers()) {
        String name = tracker.toString();
        now.put(name, before.getOrDefault(name, UNKNOWN));
        Long asked = askedAt.get(name);
        if (asked == null || clock.getAsLong() - asked > FRESH_MILLIS) {
          due.put(name, tracker);
        }
      }
      versions = Collections.unmodifiableMap(new TreeMap<String, String>(now));
      askedAt.keySet().retainAll(now.keySet());
      for (Map.Entry<String, PageSource.Tracker> each : due.entrySet()) {
        now.put(each.getKey(), ask.apply(each.getValue()));
        askedAt.put(each.getKey(), clock.getAsLong());
      }
      versions = Collections.unmodifiableMap(now);
      listedAt = clock.getAsLong();
    } finally {
      busy.set(false);
    }
  }

  /** Asks a TaskTracker over HTTP. */
  static String overHttp(PageSource.Tracker tracker) {
    HttpClient client = new HttpClient(tracker.host, tracker.port, CONNECT_MILLIS, READ_MILLIS);
    try {
      Reply reply = client.call("GET", Paths.ROOT + "health", null, null, REPLY_BYTES);
      return reply.status == 200 ? versionIn(reply.body) : NONE;
    } catch (IOException e) {
      return NONE;
    }
  }

  static String versionIn(byte[] json) {
    String text = new String(json, StandardCharsets.UTF_8);
    String before = "\"version\":\"";
    int start = text.indexOf(before);
    int end = start < 0 ? -1 : text.indexOf('"', start + before.length());
    if (end < 0) {
      return NONE;
    }
    String version = text.substring(start + before.length(), end);
    return text.contains("\"taskHook\":false") ? version + ", no task hook" : version;
  }
}
