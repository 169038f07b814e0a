package io.evenkeel.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Messages survive the wire; damaged ones are refused. */
class CodecTest {
  private final Random random = new Random(1);

  @Test
  void countsSurviveTheWireAndStayBelowThePapersSize() throws Exception {
    for (int round = 0; round < 500; round++) {
      long[] loads = new long[random.nextInt(300)];
      int bits = random.nextInt(64);
      for (int g = 0; g < loads.length; g++) {
        loads[g] = random.nextInt(3) == 0 ? 0 : random.nextLong() >>> bits;
      }
      byte[] message = Counts.encode(loads);
      assertTrue(message.length <= 8 * loads.length + 4);
      ByteReader in = new ByteReader(message);
      assertArrayEquals(loads, Counts.decode(in, loads.length));
      in.end();
    }
  }

  @Test
  void reportSurvivesTheWire() throws Exception {
    Report report =
        new Report(
            new long[] {5, 0, 7},
            new long[] {100, 0, 9},
            Collections.singletonList(new HeavyKey(2, 7, 1, "the")),
            new byte[] {1, 2});
    Report back = Report.decode(report.encode(), 3);
    assertArrayEquals(report.loads(), back.loads());
    assertArrayEquals(report.bytes(), back.bytes());
    assertEquals("the", back.heavyKeys().get(0).name);
    assertArrayEquals(new byte[] {1, 2}, back.statistics());
    assertArrayEquals(new byte[] {1, 2}, Report.statistics(report.encode()));
    assertNull(Report.statistics(new Report(new long[3], null, null, null).encode()));
  }

  @Test
  void longNamesAreCutBetweenCharacters() {
    String name = String.join("", Collections.nCopies(40, "ü"));
    byte[] cut = Report.cut(name);
    assertTrue(cut.length <= Limits.KEY_BYTES);
    String text = new String(cut, StandardCharsets.UTF_8);
    assertTrue(text.endsWith("ü…"), text);
  }

  @Test
  void tablesAndHintsSurviveTheWire() throws Exception {
    for (int slots : new int[] {1, 2, 3, 7, 8, 9, 255, 256, 257}) {
      int n = 500;
      int[] slotOf = new int[n];
      byte[] order = new byte[n];
      random.nextBytes(order);
      for (int g = 0; g < n; g++) {
        slotOf[g] = random.nextInt(slots);
      }
      byte[] message = new Table(true, "best", slots, slotOf, order).encode();
      assertTrue(message.length <= 4 * n + 16);
      Table table = Table.decode(message, n, slots);
      Hints hints = Hints.decode(Hints.of(3, slots, slotOf).encode(), n, slots);
      for (int g = 0; g < n; g++) {
        assertEquals(slotOf[g], table.slotOf(g));
        assertEquals(order[g] & 0xff, table.order(g));
        assertEquals(slotOf[g], hints.slotOf(g));
      }
      assertEquals(3, hints.stage());
      assertThrows(WireException.class, () -> Table.decode(message, n + 1, slots));
      assertThrows(WireException.class, () -> Table.decode(message, n, slots + 1));
    }
  }

  @Test
  void bulletinsCarryMapEvents() throws Exception {
    Bulletin sent =
        new Bulletin(Bulletin.HINTS, 3, new byte[] {7})
            .with(
                9,
                Arrays.asList(
                    new MapEvent(4, 1, MapEvent.SUCCEEDED, "http://node:50060"),
                    new MapEvent(1 << 19, 0, MapEvent.LOST, "http://node:50060"),
                    new MapEvent(2, 3, MapEvent.ABANDONED, "")));
    Bulletin got = Bulletin.decode(sent.encode());
    assertEquals(3, got.stage);
    assertEquals(9, got.first);
    assertEquals("http://node:50060", got.events.get(0).tracker);
    assertEquals("attempt_1_0002_m_524288_0", got.events.get(1).attemptId("job_1_0002"));
    assertEquals("", got.events.get(1).tracker, "nobody asks where it was");
    assertEquals(MapEvent.ABANDONED, got.events.get(2).state);
    assertEquals(0, Bulletin.decode(Bulletin.nothing(3).encode()).events.size());
  }

  @Test
  void cutOrFlippedMessagesAreRefusedOrReadButNeverCrash() throws Exception {
    byte[][] good = {
      new Report(new long[] {5, 0, 7}, new long[3], null, new byte[9]).encode(),
      Table.hash(50, 7).encode(),
      Hints.of(1, 7, new int[50]).encode(),
      FuzzTest.groupsRequest(),
      JobParams.builder().set("late.binding", false).build().encode(),
      StatisticsMessage.encode(Collections.singletonMap("x", Statistic.ofLongs())),
    };
    for (byte[] message : good) {
      for (int round = 0; round < 3000; round++) {
        byte[] bad = Arrays.copyOf(message, random.nextInt(message.length + 3));
        if (bad.length > 0) {
          bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
        }
        decodeAll(bad);
      }
    }
  }

  private static void decodeAll(byte[] bytes) {
    attempt(() -> Report.decode(bytes, 3));
    attempt(() -> Table.decode(bytes, 50, 7));
    attempt(() -> Hints.decode(bytes, 50, 7));
    attempt(() -> GroupsRequest.decode(bytes, 50));
    attempt(() -> JobParams.decode(bytes));
    attempt(() -> StatisticsMessage.decode(bytes));
    attempt(() -> MessageBatch.decode(bytes));
    attempt(() -> Watch.decode(bytes));
    attempt(() -> Bulletin.decode(bytes));
  }

  private interface Decoder {
    Object run() throws WireException;
  }

  private static void attempt(Decoder decoder) {
    try {
      decoder.run();
    } catch (WireException expected) {
      assertTrue(expected.getMessage() != null);
    }
  }

  @Test
  void hugeLengthsAreRefusedBeforeAllocation() {
    byte[] huge = new ByteWriter().varint(Integer.MAX_VALUE).u8(1).bytes();
    assertThrows(WireException.class, () -> Counts.decode(new ByteReader(huge), 5));
    byte[] endless = new byte[11];
    Arrays.fill(endless, (byte) 0xff);
    assertThrows(WireException.class, () -> new ByteReader(endless).varint());
    byte[] run = new ByteWriter().varint(5).u8(0).u8(0).varint(5).bytes();
    assertThrows(WireException.class, () -> Counts.decode(new ByteReader(run), 5));
  }

  @Test
  void parametersSurviveTheWire() throws Exception {
    JobParams params =
        JobParams.builder()
            .set("late.binding", true)
            .set("maps", 10)
            .set("slots", 4)
            .set("groups", 128)
            .set("hash", "spread")
            .set("order", "group")
            .set("load", "records")
            .set("prefetch", "auto")
            .set("speeds", "measured")
            .set("sort", "prefix")
            .set("end", "prompt")
            .set("heavy.keys", 16)
            .set("algorithm", "best")
            .set("eta", 0.002)
            .set("reason", "two\nlines")
            .build();
    JobParams back = JobParams.decode(params.encode());
    assertTrue(back.lateBinding());
    assertEquals(10, back.maps());
    assertEquals(4, back.slots());
    assertEquals(128, back.groups());
    assertEquals(0.002, back.eta());
    assertEquals("two lines", back.reason());
    assertTrue(back.endsPromptly());
    assertNull(back.error());
    byte[] otherVersion = "version=2\n".getBytes(StandardCharsets.UTF_8);
    assertThrows(WireException.class, () -> JobParams.decode(otherVersion));
  }

  @Test
  void tasksEndPromptlyOnlyInBalancedJobs() {
    assertTrue(ends(true, "prompt"));
    assertFalse(ends(true, "stock"));
    assertFalse(ends(false, "prompt"));
    JobParams wrong = JobParams.builder().set("late.binding", false).set("error", "no").build();
    assertFalse(wrong.endsPromptly(), "there are no parameters");
  }

  private static boolean ends(boolean late, String end) {
    return JobParams.builder().set("late.binding", late).set("end", end).build().endsPromptly();
  }

  @Test
  void statisticsMergeByKindAndStayBounded() throws Exception {
    Map<String, Statistic> job = new TreeMap<>();
    int weight = 0;
    for (int map = 0; map < 3; map++) {
      Map<String, Statistic> one = new TreeMap<>();
      Statistic longs = Statistic.ofLongs();
      longs.add(map);
      longs.add(10L + map);
      one.put("l", longs);
      Statistic doubles = Statistic.ofDoubles();
      doubles.add(0.5 * map);
      one.put("d", doubles);
      Statistic bytes = Statistic.ofBytes();
      bytes.add(new byte[] {(byte) map});
      one.put("b", bytes);
      weight =
          StatisticsMessage.merge(
              job, weight, StatisticsMessage.decode(StatisticsMessage.encode(one)));
    }
    assertEquals(6, job.get("l").count());
    assertEquals(36, job.get("l").longSum());
    assertEquals(0, job.get("l").longMin());
    assertEquals(12, job.get("l").longMax());
    assertEquals(1.5, job.get("d").doubleSum());
    assertEquals(3, job.get("b").pieces().size());
    assertTrue(weight >= StatisticsMessage.encode(job).length);

    Map<String, Statistic> otherKind = new TreeMap<>();
    otherKind.put("l", Statistic.ofBytes());
    int before = weight;
    assertThrows(WireException.class, () -> StatisticsMessage.merge(job, before, otherKind));
    Map<String, Statistic> large = new TreeMap<>();
    Statistic huge = Statistic.ofBytes();
    huge.add(new byte[Limits.JOB_STATISTICS_BYTES]);
    large.put("huge", huge);
    assertThrows(WireException.class, () -> StatisticsMessage.merge(job, before, large));
    assertEquals(3, job.size());
  }
}
