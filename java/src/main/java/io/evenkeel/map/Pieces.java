package io.evenkeel.map;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;

/** Hands on what it was given when a piece is full, or when somebody asks for it; no locks. */
final class Pieces extends CompressionOutputStream {
  private final byte[] piece;
  private int length;

  Pieces(OutputStream out, byte[] piece) {
    super(out);
    this.piece = piece;
  }

  @Override
  public void write(int b) throws IOException {
    if (length == piece.length) {
      finish();
    }
    piece[length++] = (byte) b;
  }

  @Override
  public void write(byte[] b, int off, int len) throws IOException {
    if (len > piece.length - length) {
      finish();
      if (len > piece.length) {
        out.write(b, off, len);
        return;
      }
    }
    System.arraycopy(b, off, piece, length, len);
    length += len;
  }

  /**
   * Not to the disk: the writer of a partition flushes before it adds the checksum, and then again.
   */
  @Override
  public void flush() throws IOException {
    finish();
  }

  @Override
  public void finish() throws IOException {
    int full = length;
    length = 0;
    if (full > 0) {
      out.write(piece, 0, full);
    }
  }

  @Override
  public void resetState() {
    length = 0;
  }
}
