package io.evenkeel.daemon;

import io.evenkeel.wire.MapIndex;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.SecretKey;

/** The map indexes that were read lately, in bounded memory. */
final class IndexCache {
  private final TrackerView tracker;
  private final int capacity;
  private final LinkedHashMap<String, Entry> cache =
      new LinkedHashMap<String, Entry>(16, 0.75f, true);
  private int bytes;

  IndexCache(TrackerView tracker, int capacity) {
    this.tracker = tracker;
    this.capacity = capacity;
  }

  /** Attempt ids come again when the JobTracker starts twice within a minute; tokens do not. */
  private static final class Entry {
    final SecretKey token;
    final MapIndex index;

    Entry(SecretKey token, MapIndex index) {
      this.token = token;
      this.index = index;
    }
  }

  /** The index of a map's output, or null if there is none here. */
  MapIndex get(String job, String attempt) throws IOException {
    SecretKey token = tracker.token(job);
    synchronized (this) {
      Entry known = cache.get(attempt);
      if (known != null && known.token.equals(token)) {
        return known.index;
      }
    }
    FileInputStream file = tracker.open(job, attempt, TrackerView.Part.INDEX);
    if (file == null) {
      return null;
    }
    try {
      MapIndex index = MapIndex.read(file);
      return token == null ? index : keep(attempt, new Entry(token, index));
    } finally {
      file.close();
    }
  }

  private synchronized MapIndex keep(String attempt, Entry entry) {
    Entry before = cache.put(attempt, entry);
    bytes += entry.index.bytes() - (before == null ? 0 : before.index.bytes());
    Iterator<Map.Entry<String, Entry>> oldest = cache.entrySet().iterator();
    while (bytes > capacity && oldest.hasNext()) {
      bytes -= oldest.next().getValue().index.bytes();
      oldest.remove();
    }
    return entry.index;
  }
}
