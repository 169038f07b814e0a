package io.evenkeel.daemon;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Requests that wait for news without a thread. News is made visible first and {@link #wake} called
 * afterwards; a request looks for news and parks under one lock, so that none is missed.
 */
final class Parking {
  private static final long GRACE_MILLIS = 10000;
  private final int capacity;
  private final LongSupplier clock;
  private final Map<String, Set<Sleeper>> topics = new HashMap<String, Set<Sleeper>>();
  private final Map<Sleeper, Ticket> tickets = new HashMap<Sleeper, Ticket>();

  /**
   * Room for some waiting requests; further ones are told to ask again.
   *
   * @param capacity how many may wait
   * @param clock milliseconds
   */
  Parking(int capacity, LongSupplier clock) {
    this.capacity = capacity;
    this.clock = clock;
  }

  private static final class Ticket {
    final Collection<String> topics;
    final long until;

    Ticket(Collection<String> topics, long until) {
      this.topics = topics;
      this.until = until;
    }
  }

  /**
   * Parks a request until a topic has news, unless there is some already. Returns only if the
   * request need not or cannot wait (any longer).
   */
  void await(
      Exchange exchange, Collection<String> waitFor, BooleanSupplier news, long atMostMillis) {
    Object before = exchange.state();
    if (before instanceof Sleeper) {
      leave((Sleeper) before);
    }
    Sleeper sleeper = new Sleeper.OfJetty(exchange);
    exchange.state(sleeper);
    park(sleeper, waitFor, news, atMostMillis - exchange.age());
    exchange.state(null);
  }

  synchronized void park(
      Sleeper sleeper, Collection<String> waitFor, BooleanSupplier news, long millis) {
    boolean full = tickets.size() >= capacity;
    if (millis <= 0 || full || news.getAsBoolean() || !sleeper.canSleep()) {
      return;
    }
    Collection<String> kept = new ArrayList<String>(waitFor);
    tickets.put(sleeper, new Ticket(kept, clock.getAsLong() + millis));
    for (String topic : kept) {
      Set<Sleeper> sleepers = topics.get(topic);
      if (sleepers == null) {
        sleepers = new HashSet<Sleeper>();
        topics.put(topic, sleepers);
      }
      sleepers.add(sleeper);
    }
    sleeper.sleep(millis);
  }

  /** A parked request came back, by news or by time. */
  synchronized void leave(Sleeper sleeper) {
    Ticket ticket = tickets.remove(sleeper);
    if (ticket != null) {
      forget(sleeper, ticket);
    }
  }

  private void forget(Sleeper sleeper, Ticket ticket) {
    for (String topic : ticket.topics) {
      Set<Sleeper> sleepers = topics.get(topic);
      if (sleepers != null && sleepers.remove(sleeper) && sleepers.isEmpty()) {
        topics.remove(topic);
      }
    }
  }

  /** There is news of this topic. */
  synchronized void wake(String topic) {
    Set<Sleeper> sleepers = topics.remove(topic);
    if (sleepers != null) {
      for (Sleeper sleeper : sleepers) {
        sleeper.wake();
      }
    }
  }

  /** Forgets requests that never came back, because their client went away. */
  synchronized void sweep() {
    long now = clock.getAsLong();
    Iterator<Map.Entry<Sleeper, Ticket>> all = tickets.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Sleeper, Ticket> e = all.next();
      if (e.getValue().until + GRACE_MILLIS < now) {
        all.remove();
        forget(e.getKey(), e.getValue());
      }
    }
  }

  /** How many requests wait. */
  synchronized int parked() {
    return tickets.size();
  }
}
