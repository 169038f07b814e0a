package io.evenkeel.wire;

import java.nio.ByteBuffer;
import javax.crypto.SecretKey;

/**
 * Ends each map's part of a stream of groups: the job token's hash over the request and over the
 * numbers of that part, the segments' own checksums among them. A segment cannot be taken for one
 * of another job, map or group.
 */
public final class MapMark {
  private final Hmac hmac;
  private final ByteBuffer number = ByteBuffer.allocate(8);

  /**
   * The mark of the map that stands at {@code place} in the request with this hash.
   *
   * @param key the job's token
   */
  public MapMark(SecretKey key, byte[] requestHash, int place) {
    hmac = new Hmac(key).add(requestHash);
    add(place);
  }

  /** The part holds this number: status, entries, and of each group both lengths and checksum. */
  public MapMark add(long value) {
    number.putLong(0, value);
    hmac.add(number.array());
    return this;
  }

  /** The mark, {@link Signature#LENGTH} bytes. */
  public byte[] end() {
    return hmac.end();
  }
}
