package io.evenkeel.reduce;

import java.io.InputStream;
import org.apache.hadoop.io.DataInputBuffer;

/**
 * The bytes of a key or a value, for its deserializer: what Hadoop gives it, without a lock at each
 * byte.
 */
final class PairInput extends DataInputBuffer {
  private final Bytes bytes = new Bytes();

  PairInput() {
    in = bytes;
  }

  @Override
  public void reset(byte[] data, int length) {
    reset(data, 0, length);
  }

  @Override
  public void reset(byte[] data, int start, int length) {
    bytes.data = data;
    bytes.position = start;
    bytes.marked = start;
    bytes.limit = start + length;
  }

  @Override
  public byte[] getData() {
    return bytes.data;
  }

  @Override
  public int getPosition() {
    return bytes.position;
  }

  @Override
  public int getLength() {
    return bytes.limit;
  }

  private static final class Bytes extends InputStream {
    private byte[] data = new byte[0];
    private int position;
    private int limit;
    private int marked;

    @Override
    public int read() {
      return position < limit ? data[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] to, int off, int len) {
      if (len == 0) {
        return 0;
      }
      int some = Math.min(len, limit - position);
      if (some <= 0) {
        return -1;
      }
      System.arraycopy(data, position, to, off, some);
      position += some;
      return some;
    }

    @Override
    public long skip(long n) {
      int some = (int) Math.max(0, Math.min(n, limit - position));
      position += some;
      return some;
    }

    @Override
    public int available() {
      return limit - position;
    }

    @Override
    public boolean markSupported() {
      return true;
    }

    @Override
    public synchronized void mark(int readLimit) {
      marked = position;
    }

    @Override
    public synchronized void reset() {
      position = marked;
    }
  }
}
