package io.evenkeel.daemon;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The map indexes that were read lately, in bounded memory. */
final class IndexCache {
  private final TrackerView tracker;
  private final int capacity;
  private final LinkedHashMap<String, MapIndex> cache =
      new LinkedHashMap<String, MapIndex>(16, 0.75f, true);
  private int bytes;

  IndexCache(TrackerView tracker, int capacity) {
    this.tracker = tracker;
    this.capacity = capacity;
  }

  /** The index of a map's output, or null if there is none here. */
  MapIndex get(String job, String attempt) throws IOException {
    synchronized (this) {
      MapIndex known = cache.get(attempt);
      if (known != null) {
        return known;
      }
    }
    FileInputStream file = tracker.open(job, attempt, TrackerView.Part.INDEX);
    if (file == null) {
      return null;
    }
    try {
      return keep(attempt, MapIndex.read(file));
    } finally {
      file.close();
    }
  }

  private synchronized MapIndex keep(String attempt, MapIndex index) {
    MapIndex before = cache.put(attempt, index);
    bytes += index.bytes() - (before == null ? 0 : before.bytes());
    Iterator<Map.Entry<String, MapIndex>> oldest = cache.entrySet().iterator();
    while (bytes > capacity && oldest.hasNext()) {
      bytes -= oldest.next().getValue().bytes();
      oldest.remove();
    }
    return index;
  }
}
