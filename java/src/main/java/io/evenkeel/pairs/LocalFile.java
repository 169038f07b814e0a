package io.evenkeel.pairs;

import java.io.Closeable;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import org.apache.hadoop.fs.Path;

/**
 * A file of the task, read at any place by several threads. Not a channel: an interrupt that the
 * user's code has left behind would close it, and what it reads would pass buffers off the heap.
 */
public final class LocalFile implements Closeable {
  private static final int PIECE = 64 << 10;

  private final Path path;
  private final RandomAccessFile file;

  /** Opens it. */
  public LocalFile(Path path) throws IOException {
    this.path = path;
    file = new RandomAccessFile(new File(path.toUri().getPath()), "r");
  }

  /** Reads so many bytes from a place on. */
  public synchronized void read(long place, byte[] to, int start, int length) throws IOException {
    file.seek(place);
    try {
      for (int at = 0; at < length; at += PIECE) {
        file.readFully(to, start + at, Math.min(PIECE, length - at));
      }
    } catch (EOFException e) {
      throw new EOFException("the pairs end within their file: " + path);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
