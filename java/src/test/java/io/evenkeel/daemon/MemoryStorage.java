package io.evenkeel.daemon;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A system directory in memory, which can be out of order. */
final class MemoryStorage implements Storage {
  final Map<String, byte[]> files = new ConcurrentHashMap<>();
  volatile boolean broken;
  volatile Runnable beforeWrite = () -> {};

  @Override
  public byte[] read(String job, String name, int maxBytes) {
    return files.get(job + "/" + name);
  }

  @Override
  public void write(String job, String name, byte[] bytes) throws IOException {
    beforeWrite.run();
    if (broken) {
      throw new IOException("the disk is full");
    }
    files.put(job + "/" + name, bytes);
  }

  @Override
  public void drop(String job) {
    files.keySet().removeIf(name -> name.startsWith(job + "/"));
  }
}
