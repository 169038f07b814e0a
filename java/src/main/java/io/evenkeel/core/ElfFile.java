package io.evenkeel.core;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Whether a library's file is all there. The system maps a library into memory by its header; one
 * whose end is missing, as after a copy that was cut short, kills the JVM with a SIGBUS.
 */
final class ElfFile {
  private static final int HEADER = 64;
  private static final int MAGIC = 0x464c457f;
  private static final int SECTIONS_AT = 0x28;
  private static final int SECTION_SIZE_AT = 0x3a;
  private static final int SECTION_COUNT_AT = 0x3c;

  private ElfFile() {}

  /**
   * Fails if the file ends before its table of sections, which stands last. Files of another kind
   * pass: the system refuses them by itself.
   */
  static void check(String file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
      if (in.length() < HEADER) {
        throw new IOException("it has " + in.length() + " bytes only");
      }
      byte[] bytes = new byte[HEADER];
      in.readFully(bytes);
      ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      boolean known = header.getInt(0) == MAGIC && bytes[4] == 2 && bytes[5] == 1;
      int size = Short.toUnsignedInt(header.getShort(SECTION_SIZE_AT));
      int count = Short.toUnsignedInt(header.getShort(SECTION_COUNT_AT));
      long end = header.getLong(SECTIONS_AT) + (long) size * count;
      if (known && (end < 0 || end > in.length())) {
        throw new IOException("it is cut short: " + in.length() + " of " + end + " bytes");
      }
    }
  }
}
