package io.evenkeel.daemon;

import io.evenkeel.wire.MapEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of a job's maps, in the order in which the JobTracker said it; 12 bytes an event.
 * When it is full it takes no more, and reducers hear from Hadoop itself, as they do anyway, only
 * later.
 */
final class MapEventLog {
  private static final int MOST = 1 << 20;
  private static final int STATES = 2;

  private final List<String> trackers = new ArrayList<String>();
  private final Map<String, Integer> numbers = new HashMap<String, Integer>();
  private int[] maps = new int[16];
  private int[] attempts = new int[16];
  private int[] places = new int[16];
  private volatile int size;

  /** How many events there are. */
  int size() {
    return size;
  }

  /** Appends events, of which the first has this number; others than the next are ignored. */
  synchronized void add(int first, List<MapEvent> events) {
    if (first != size) {
      return;
    }
    int at = size;
    for (MapEvent event : events) {
      if (at == MOST) {
        break;
      }
      if (at == maps.length) {
        maps = Arrays.copyOf(maps, 2 * at);
        attempts = Arrays.copyOf(attempts, 2 * at);
        places = Arrays.copyOf(places, 2 * at);
      }
      maps[at] = event.map;
      attempts[at] = event.attempt << STATES | event.state;
      places[at] = number(event.tracker);
      at++;
    }
    size = at;
  }

  private int number(String tracker) {
    return numbers.computeIfAbsent(
        tracker,
        t -> {
          trackers.add(t);
          return trackers.size() - 1;
        });
  }

  /** At most {@code count} events from a number on. */
  synchronized List<MapEvent> from(int first, int count) {
    List<MapEvent> out = new ArrayList<MapEvent>();
    for (int i = first; i < size && out.size() < count; i++) {
      int state = attempts[i] & (1 << STATES) - 1;
      out.add(new MapEvent(maps[i], attempts[i] >>> STATES, state, trackers.get(places[i])));
    }
    return out;
  }
}
