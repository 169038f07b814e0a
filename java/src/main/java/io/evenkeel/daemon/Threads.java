package io.evenkeel.daemon;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Named daemon threads, few and only while there is work. */
final class Threads {
  private static final int IDLE_SECONDS = 30;

  private Threads() {}

  static ThreadPoolExecutor pool(String name, int size) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            size,
            size,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<Runnable>(),
            named(name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
