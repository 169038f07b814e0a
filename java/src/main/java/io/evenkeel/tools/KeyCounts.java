package io.evenkeel.tools;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Pairs per key. Keys of the same hash code are one: stock MapReduce and Evenkeel both choose a
 * reducer by the hash code alone, so nothing can part them.
 */
final class KeyCounts {
  /** First line of the file, which {@code evenkeel analyze} looks for. */
  static final String HEADER = "# evenkeel keys 1";

  private static final int NAME_LENGTH = 64;
  private final Map<Integer, Entry> entries = new HashMap<Integer, Entry>();
  private final int limit;
  private long pairs;

  private static final class Entry {
    final String name;
    long pairs;

    Entry(String name) {
      this.name = name;
    }
  }

  /** Keeps at most so many keys. */
  KeyCounts(int limit) {
    this.limit = limit;
  }

  /** Counts a pair of this key; false if there is no more room. */
  synchronized boolean add(Object key) {
    int hash = key.hashCode();
    Entry entry = entries.get(hash);
    if (entry == null) {
      if (entries.size() >= limit) {
        return false;
      }
      entry = new Entry(name(key.toString()));
      entries.put(hash, entry);
    }
    entry.pairs++;
    pairs++;
    return true;
  }

  synchronized long pairs() {
    return pairs;
  }

  synchronized int keys() {
    return entries.size();
  }

  /** A key on one line, without tabs, not too long. */
  static String name(String key) {
    int end = key.length();
    if (end > NAME_LENGTH) {
      end = Character.isHighSurrogate(key.charAt(NAME_LENGTH - 1)) ? NAME_LENGTH - 1 : NAME_LENGTH;
    }
    StringBuilder out = new StringBuilder(key.substring(0, end));
    for (int i = 0; i < out.length(); i++) {
      if (Character.isISOControl(out.charAt(i))) {
        out.setCharAt(i, ' ');
      }
    }
    return end < key.length() ? out.append('\u2026').toString() : out.toString();
  }

  /** Writes key, pairs and hash code, tabs between. */
  synchronized void write(PrintStream out, String remark) {
    out.print(HEADER + "\n# " + remark + "\n");
    for (Map.Entry<Integer, Entry> e : entries.entrySet()) {
      out.print(e.getValue().name + "\t" + e.getValue().pairs + "\t" + e.getKey() + "\n");
    }
    out.flush();
  }
}
