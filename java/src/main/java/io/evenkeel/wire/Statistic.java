package io.evenkeel.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One named statistic, of one map or of all: a summary of longs or doubles, or pieces of bytes. */
public final class Statistic {
  /** Kind of a summary of longs. */
  static final int LONGS = 1;

  /** Kind of a summary of doubles. */
  static final int DOUBLES = 2;

  /** Kind of pieces of bytes. */
  static final int BYTES = 3;

  /** What a piece takes beside its bytes, on the wire or in memory. */
  private static final int PIECE_BYTES = 24;

  private final int kind;
  private long count;
  private long longSum;
  private long longMin = Long.MAX_VALUE;
  private long longMax = Long.MIN_VALUE;
  private double doubleSum;
  private double doubleMin = Double.POSITIVE_INFINITY;
  private double doubleMax = Double.NEGATIVE_INFINITY;
  private final List<byte[]> pieces = new ArrayList<byte[]>();
  private int pieceBytes;

  private Statistic(int kind) {
    this.kind = kind;
  }

  /** An empty statistic over longs. */
  public static Statistic ofLongs() {
    return new Statistic(LONGS);
  }

  /** An empty statistic over doubles. */
  public static Statistic ofDoubles() {
    return new Statistic(DOUBLES);
  }

  /** An empty statistic over byte strings. */
  public static Statistic ofBytes() {
    return new Statistic(BYTES);
  }

  /** Adds a value. */
  public void add(long value) {
    need(LONGS);
    count++;
    longSum += value;
    longMin = Math.min(longMin, value);
    longMax = Math.max(longMax, value);
  }

  /** Adds a value. */
  public void add(double value) {
    need(DOUBLES);
    count++;
    doubleSum += value;
    doubleMin = Math.min(doubleMin, value);
    doubleMax = Math.max(doubleMax, value);
  }

  /** Adds a piece. */
  public void add(byte[] piece) {
    need(BYTES);
    count++;
    pieces.add(piece.clone());
    pieceBytes += piece.length + PIECE_BYTES;
  }

  /** Replaces all pieces by one. */
  public void replace(byte[] piece) {
    need(BYTES);
    pieces.clear();
    pieceBytes = 0;
    count = 0;
    add(piece);
  }

  /** Adds what another map counted under the same name; kinds must agree. */
  void merge(Statistic other) throws WireException {
    if (kind != other.kind) {
      throw new WireException("a statistic has two kinds under one name");
    }
    count += other.count;
    longSum += other.longSum;
    longMin = Math.min(longMin, other.longMin);
    longMax = Math.max(longMax, other.longMax);
    doubleSum += other.doubleSum;
    doubleMin = Math.min(doubleMin, other.doubleMin);
    doubleMax = Math.max(doubleMax, other.doubleMax);
    pieces.addAll(other.pieces);
    pieceBytes += other.pieceBytes;
  }

  /** An upper bound of its encoded size, and about its size in memory. */
  int weight() {
    return 48 + pieceBytes;
  }

  /** The part of it that grows with each map. */
  int pieceWeight() {
    return pieceBytes;
  }

  /** A statistic of the same kind, without values. */
  Statistic empty() {
    return new Statistic(kind);
  }

  void encode(ByteWriter out) {
    out.u8(kind).varint(count);
    if (kind == LONGS) {
      out.i64(longSum).i64(longMin).i64(longMax);
    } else if (kind == DOUBLES) {
      out.i64(Double.doubleToLongBits(doubleSum))
          .i64(Double.doubleToLongBits(doubleMin))
          .i64(Double.doubleToLongBits(doubleMax));
    } else {
      for (byte[] piece : pieces) {
        out.block(piece);
      }
    }
  }

  static Statistic decode(ByteReader in) throws WireException {
    int kind = in.u8();
    if (kind < LONGS || kind > BYTES) {
      throw new WireException("unknown kind of statistic " + kind);
    }
    Statistic out = new Statistic(kind);
    if (kind == BYTES) {
      int pieces = in.bounded("number of pieces", in.remaining());
      for (int i = 0; i < pieces; i++) {
        out.add(in.take(in.bounded("length of a piece", in.remaining())));
      }
      return out;
    }
    out.count = in.varint();
    if (kind == LONGS) {
      out.longSum = in.i64();
      out.longMin = in.i64();
      out.longMax = in.i64();
    } else {
      out.doubleSum = Double.longBitsToDouble(in.i64());
      out.doubleMin = Double.longBitsToDouble(in.i64());
      out.doubleMax = Double.longBitsToDouble(in.i64());
    }
    return out;
  }

  private void need(int expected) {
    if (kind != expected) {
      throw new IllegalStateException("a statistic holds longs, doubles or bytes, not two of them");
    }
  }

  /** How many values were added. */
  public long count() {
    return count;
  }

  /** Sum of the longs. */
  public long longSum() {
    need(LONGS);
    return longSum;
  }

  /** Smallest of the longs. */
  public long longMin() {
    need(LONGS);
    return longMin;
  }

  /** Largest of the longs. */
  public long longMax() {
    need(LONGS);
    return longMax;
  }

  /** Sum of the doubles. */
  public double doubleSum() {
    need(DOUBLES);
    return doubleSum;
  }

  /** Smallest of the doubles. */
  public double doubleMin() {
    need(DOUBLES);
    return doubleMin;
  }

  /** Largest of the doubles. */
  public double doubleMax() {
    need(DOUBLES);
    return doubleMax;
  }

  /** The pieces, in no promised order. */
  public List<byte[]> pieces() {
    need(BYTES);
    return Collections.unmodifiableList(pieces);
  }
}
