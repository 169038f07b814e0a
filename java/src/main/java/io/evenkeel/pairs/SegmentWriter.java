package io.evenkeel.pairs;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.Path;

/**
 * Writes segments of pairs to a file, one after another, each with its end mark and its checksum:
 * byte for byte what Hadoop writes for map output that is not compressed.
 */
public final class SegmentWriter implements Closeable {
  private static final int PIECE = 32 << 10;

  private final Path file;
  private final OutputStream out;
  private final byte[] piece = new byte[PIECE];
  private int length;

  /** Up to where the piece is in the checksum. */
  private int summed;

  private final CRC32 crc = new CRC32();

  /** How much of the file is written, the piece aside. */
  private long written;

  private long start;

  /** Writes to a file's stream, from its beginning on; the stream is closed with it. */
  public SegmentWriter(Path file, OutputStream out) {
    this.file = file;
    this.out = out;
  }

  /** Adds the pair that a run is at. */
  public void append(Run run) throws IOException {
    if (PIECE - length < Run.LENGTHS) {
      handOn();
    }
    number(run.keyLength);
    number(run.valueLength);
    bytes(run.data, run.keyStart, run.keyLength + run.valueLength);
  }

  /** Ends a segment, also one without pairs; where it lies. */
  public Segment end() throws IOException {
    if (PIECE - length < Run.LENGTHS) {
      handOn();
    }
    number(Run.END);
    number(Run.END);
    sum();
    long rawLength = written + length - start;
    int sum = (int) crc.getValue();
    for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      piece[length++] = (byte) (sum >> shift);
    }
    Segment segment = new Segment(file, start, rawLength + Run.CHECKSUM, rawLength);
    start += segment.partLength;
    summed = length;
    crc.reset();
    return segment;
  }

  /** A number as Hadoop writes it: small ones in one byte, others behind a byte with their size. */
  private void number(int value) {
    if (value >= -112 && value <= 127) {
      piece[length++] = (byte) value;
      return;
    }
    int size = Integer.BYTES - Integer.numberOfLeadingZeros(value) / Byte.SIZE;
    piece[length++] = (byte) (-112 - size);
    for (int shift = (size - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      piece[length++] = (byte) (value >> shift);
    }
  }

  private void bytes(byte[] data, int from, int count) throws IOException {
    if (count > PIECE - length) {
      handOn();
      if (count > PIECE) {
        crc.update(data, from, count);
        out.write(data, from, count);
        written += count;
        return;
      }
    }
    System.arraycopy(data, from, piece, length, count);
    length += count;
  }

  private void sum() {
    crc.update(piece, summed, length - summed);
    summed = length;
  }

  private void handOn() throws IOException {
    sum();
    out.write(piece, 0, length);
    written += length;
    length = 0;
    summed = 0;
  }

  @Override
  public void close() throws IOException {
    try {
      handOn();
    } finally {
      out.close();
    }
  }
}
