package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.daemon.page.Access;
import io.evenkeel.daemon.page.JobRow;
import io.evenkeel.daemon.page.RowCodec;
import io.evenkeel.daemon.page.Shape;
import io.evenkeel.wire.Fuzz;
import io.evenkeel.wire.MapIndex;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What daemons read from their disks, spoilt: a map's index and the line of a kept report. */
class DiskFuzzTest {
  private static final int ENTRY = 24;
  private static final int SLOTS = 2;
  private static final int GROUPS = 5;
  @TempDir File temp;
  private final Fuzz fuzz = new Fuzz();
  private RandomAccessFile file;

  @BeforeEach
  void start() throws Exception {
    file = new RandomAccessFile(new File(temp, "file.out.index"), "rw");
    fuzz.add("index", this::index, summed(entries()), summed(new byte[8]));
    fuzz.add("index with its checksum", bytes -> index(summed(bytes)), entries());
    fuzz.strange("index with its checksum", new byte[ENTRY - 1]);
    fuzz.add("row", DiskFuzzTest::row, rows());
  }

  @AfterEach
  void stop() throws Exception {
    file.close();
  }

  @Test
  void whatIsSpoiltOnADiskIsRefusedOrMakesSense() throws Exception {
    fuzz.spoil();
  }

  @Test
  void inputsThatOnceFoundAFaultAreHarmless() throws Exception {
    fuzz.corpus(DiskFuzzTest.class);
  }

  /** Two empty partitions, then the groups; room for the checksum behind them. */
  private static byte[] entries() {
    ByteBuffer out = ByteBuffer.allocate(ENTRY * (SLOTS + GROUPS) + 8);
    for (int p = 0; p < SLOTS + GROUPS; p++) {
      out.putLong(100L * p).putLong(p < SLOTS ? 2 : 90).putLong(p < SLOTS ? 6 : 94);
    }
    return out.array();
  }

  /** With the right checksum in its last eight bytes, if there are so many. */
  private static byte[] summed(byte[] bytes) {
    byte[] out = bytes.clone();
    int end = out.length - 8;
    if (end >= 0) {
      CRC32 crc = new CRC32();
      crc.update(out, 0, end);
      ByteBuffer.wrap(out).putLong(end, crc.getValue());
    }
    return out;
  }

  private void index(byte[] bytes) throws IOException {
    file.seek(0);
    file.write(bytes);
    file.setLength(bytes.length); // A file that is emptied first is written to the disk at once.
    MapIndex index;
    try (FileInputStream in = new FileInputStream(new File(temp, "file.out.index"))) {
      index = MapIndex.read(in);
    }
    assertEquals((bytes.length - 8) / ENTRY, index.size());
    for (int p = 0; p < index.size(); p++) {
      boolean within = index.start(p) + index.partLength(p) <= index.end();
      boolean sense = index.start(p) >= 0 && index.partLength(p) >= 0;
      assertTrue(within && sense || index.end() == Long.MAX_VALUE, "an entry beyond the end");
    }
    boolean right = index.isLateBound(SLOTS, GROUPS);
    assertTrue(!right || index.size() == SLOTS + GROUPS && index.rawLength(0) <= 2);
    assertTrue(index.bytes() >= bytes.length, "what a cache must count");
  }

  private static byte[][] rows() {
    byte[] snapshot =
        "{\"loads\":[5,0,7],\"hash_loads\":[7,5],\"table_loads\":[7,5]}"
            .getBytes(StandardCharsets.UTF_8);
    JobRow.Builder plain = new JobRow.Builder("job_1_0001", new Access("é", "default", "*"));
    JobRow.Builder full = new JobRow.Builder("job_1_0002", new Access("me", "default", ""));
    full.called("a name", "succeeded", "scheduled").fallback("why").maps(5, 4).reduces(3, 2);
    full.submitted(1700000000000L).shape(Shape.of(snapshot, "records"));
    return new byte[][] {RowCodec.encode(plain.build()), RowCodec.encode(full.build())};
  }

  private static void row(byte[] bytes) throws IOException {
    JobRow row = RowCodec.decode(bytes);
    byte[] again = RowCodec.encode(row);
    assertArrayEquals(again, RowCodec.encode(RowCodec.decode(again)));
    for (double ratio : new double[] {row.shape.ratio, row.shape.hashRatio}) {
      assertTrue(ratio >= 0 && ratio < Double.POSITIVE_INFINITY, "no number for a page: " + ratio);
    }
    assertTrue(Arrays.stream(row.shape.bars()).allMatch(bar -> bar >= 0 && bar <= 100), "a bar");
  }
}
