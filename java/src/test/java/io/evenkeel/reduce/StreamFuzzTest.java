package io.evenkeel.reduce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.pairs.Segment;
import io.evenkeel.wire.ByteWriter;
import io.evenkeel.wire.Fuzz;
import io.evenkeel.wire.GroupsRequest;
import io.evenkeel.wire.MapMark;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stream of groups, spoilt: whatever comes, what counts as copied is what the map wrote, and
 * nothing in it is taken for this node's fault.
 */
class StreamFuzzTest {
  private static final SecretKey KEY = new SecretKeySpec("secret".getBytes(), "HmacSHA1");
  private static final byte[] HASH = new byte[20];
  private static final byte[] OTHER = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0};
  private static final int SLOTS = 2;
  private static final int GROUPS = 5;
  private static final int[] MAPS = {4, 7, 8};
  private static final int[] WANTED = {3, 0, 2, 1};
  private static final int[] WANTED_OF_LAST = {1, 4};
  private static final List<CopyBatch.Part> PARTS =
      Arrays.asList(
          new CopyBatch.Part(new int[] {4, 7}, Arrays.asList("a4", "a7"), WANTED),
          new CopyBatch.Part(new int[] {8}, Arrays.asList("a8"), WANTED_OF_LAST));
  private static final int SPOOL_ROUNDS = 20000;

  @TempDir File temp;
  private final Fuzz fuzz = new Fuzz();
  private Spool spool;
  private int rounds;

  @BeforeEach
  void start() throws Exception {
    fuzz.add("stream", this::read, stream(HASH, "ok ok ok"), stream(HASH, "ok lost ok"));
    byte[] wrong = stream(HASH, "ok wrong ok");
    fuzz.strange("stream", wrong, stream(OTHER, "ok ok ok"), stream(OTHER, "lost ok lost"));
  }

  @AfterEach
  void stop() throws IOException {
    if (spool != null) {
      spool.delete();
    }
  }

  @Test
  void whatCountsIsWhatTheMapsWrote() throws Exception {
    fuzz.spoil();
  }

  @Test
  void inputsThatOnceFoundAFaultAreHarmless() throws Exception {
    fuzz.corpus(StreamFuzzTest.class);
  }

  private static boolean empty(int group) {
    return group == 0 || group == 2;
  }

  /** What a map wrote of a group: some have no pairs, others differ by map and group. */
  private static byte[] segment(int map, int group) {
    byte[] pairs = new byte[empty(group) ? 2 : 10 + map + group];
    Arrays.fill(pairs, (byte) (16 * map + group));
    CRC32 crc = new CRC32();
    crc.update(pairs);
    byte[] out = Arrays.copyOf(pairs, pairs.length + 4);
    ByteBuffer.wrap(out).putInt(pairs.length, (int) crc.getValue());
    return out;
  }

  private static int[] wanted(int map) {
    return map == 8 ? WANTED_OF_LAST : WANTED;
  }

  /** The answer to the request with this hash, by what became of each map. */
  private static byte[] stream(byte[] hash, String states) {
    ByteWriter out = new ByteWriter();
    String[] words = states.split(" ");
    for (int i = 0; i < MAPS.length; i++) {
      boolean good = words[i].equals("ok");
      int status = words[i].equals("lost") ? GroupsRequest.LOST : GroupsRequest.WRONG_INDEX;
      int state = good ? GroupsRequest.OK : status;
      out.u8(state).varint(SLOTS + GROUPS);
      MapMark mark = new MapMark(KEY, hash, i).add(state).add(SLOTS + GROUPS);
      for (int group : good ? wanted(MAPS[i]) : new int[0]) {
        byte[] part = segment(MAPS[i], group);
        int raw = part.length - 4;
        if (empty(group)) {
          if (group == 0) {
            out.varint(GroupsRequest.WITHOUT_PAIRS).varint(2).varint(part.length);
            mark.add(GroupsRequest.WITHOUT_PAIRS).add(2).add(part.length);
          }
          continue;
        }
        out.varint(raw).varint(part.length).raw(part);
        mark.add(raw).add(part.length).add(ByteBuffer.wrap(part).getInt(raw));
      }
      out.raw(mark.end());
    }
    return out.ascii(GroupsRequest.END).bytes();
  }

  private void read(byte[] bytes) throws IOException {
    if (rounds++ % SPOOL_ROUNDS == 0) {
      stop();
      Configuration conf = new Configuration();
      conf.set("mapred.local.dir", temp.getPath());
      spool = new Spool(conf, "fuzz-" + rounds);
    }
    Told told = new Told();
    try {
      CopyBatch batch = new CopyBatch("http://tracker:1", PARTS);
      new GroupsStream(new ByteArrayInputStream(bytes), batch, SLOTS, GROUPS, spool, told)
          .read(KEY, HASH);
      assertEquals(MAPS.length, told.ended, "each map is spoken of");
    } catch (SpoolException e) {
      throw new AssertionError("taken for a fault of this node", e);
    }
  }

  /** Checks what is said to be copied. */
  private static final class Told implements GroupFetcher.Sink {
    private int ended;

    @Override
    public void requested() {
      throw new AssertionError("no request goes out");
    }

    @Override
    public void copied(int map, int group, Segment segment, long bytes) throws IOException {
      byte[] written = segment(map, group);
      assertEquals(MAPS[ended], map, "maps come in their order");
      assertTrue(Arrays.stream(wanted(map)).anyMatch(g -> g == group), "nobody asked for it");
      assertEquals(written.length, bytes);
      assertEquals(empty(group), segment == null, "only pairs are kept");
      if (segment != null) {
        assertEquals(written.length - 4, segment.rawLength);
        assertArrayEquals(written, bytes(segment));
      }
    }

    private static byte[] bytes(Segment segment) throws IOException {
      byte[] out = new byte[(int) segment.partLength];
      try (RandomAccessFile in = new RandomAccessFile(segment.file.toUri().getPath(), "r")) {
        in.seek(segment.offset);
        in.readFully(out);
      }
      return out;
    }

    @Override
    public void ended() {
      ended++;
    }

    @Override
    public void lost(int map, String attempt, String why) {
      assertEquals("a" + map, attempt);
      assertNotNull(why);
    }
  }
}
