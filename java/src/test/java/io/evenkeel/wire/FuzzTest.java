package io.evenkeel.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.evenkeel.daemon.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/**
 * Every message's decoder with spoilt ones: refused with a reason, or read into something that
 * survives the wire again.
 */
class FuzzTest {
  private static final int GROUPS = 12;
  private static final int SLOTS = 3;
  private static final SecretKey KEY = new SecretKeySpec("secret".getBytes(), "HmacSHA1");

  private final Fuzz fuzz = new Fuzz();

  FuzzTest() {
    fuzz.add("report", FuzzTest::report, reports());
    fuzz.add("table", FuzzTest::table, Table.hash(GROUPS, SLOTS).encode());
    fuzz.add("hints", FuzzTest::hints, Hints.of(1, SLOTS, new int[GROUPS]).encode());
    fuzz.add("groups", FuzzTest::groups, groupsRequest());
    fuzz.add("params", FuzzTest::params, paramsMessages());
    fuzz.add("statistics", FuzzTest::statistics, statisticsMessages());
    fuzz.add("batch", MessageBatch::decode, batch());
    fuzz.add("batch reply", MessageBatch::decodeReply, batchReply());
    fuzz.add("watch", Watch::decode, watch());
    fuzz.add("watch reply", Watch::decodeReply, watchReply());
    fuzz.add("bulletin", FuzzTest::bulletin, bulletins());
    fuzz.add("json", FuzzTest::json, json());
    fuzz.add("signature", FuzzTest::signature, Signature.text(new byte[20]).getBytes());
  }

  @Test
  void spoiltMessagesAreRefusedOrReadButNeverCrash() throws Exception {
    fuzz.spoil();
  }

  @Test
  void inputsThatOnceFoundAFaultAreHarmless() throws Exception {
    fuzz.corpus(FuzzTest.class);
  }

  private static byte[][] reports() {
    HeavyKey key = new HeavyKey(2, 7, 1, "ключ");
    return new byte[][] {
      new Report(new long[GROUPS], null, null, null).encode(),
      new Report(
              new long[] {5, 0, 7, 0, 0, 0, 1L << 40, 0, 9, 9, 9, 9},
              new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -1},
              Collections.singletonList(key),
              statisticsMessages()[1])
          .encode(),
    };
  }

  private static void report(byte[] bytes) throws WireException {
    Report report = Report.decode(bytes, GROUPS);
    assertEquals(GROUPS, report.loads().length);
    Report again = Report.decode(report.encode(), GROUPS);
    assertArrayEquals(report.loads(), again.loads());
    assertArrayEquals(report.bytes(), again.bytes());
    assertEquals(report.heavyKeys().size(), again.heavyKeys().size());
    assertArrayEquals(report.statistics(), Report.statistics(bytes));
  }

  private static void table(byte[] bytes) throws WireException {
    Table table = Table.decode(bytes, GROUPS, SLOTS);
    Table again = Table.decode(table.encode(), GROUPS, SLOTS);
    for (int g = 0; g < GROUPS; g++) {
      assertTrue(table.slotOf(g) >= 0 && table.slotOf(g) < SLOTS);
      assertEquals(table.slotOf(g), again.slotOf(g));
      assertEquals(table.order(g), again.order(g));
    }
  }

  private static void hints(byte[] bytes) throws WireException {
    Hints hints = Hints.decode(bytes, GROUPS, SLOTS);
    for (int g = 0; g < GROUPS; g++) {
      assertTrue(hints.slotOf(g) >= -1 && hints.slotOf(g) < SLOTS);
    }
  }

  static byte[] groupsRequest() {
    return new GroupsRequest(
            Arrays.asList(
                new GroupsRequest.Part(
                    Arrays.asList("attempt_1_0001_m_000000_0", "attempt_1_0001_m_000001_0"),
                    new int[] {1, 2, 11}),
                new GroupsRequest.Part(
                    Arrays.asList("attempt_1_0001_m_000002_0"), new int[] {11, 3})))
        .encode();
  }

  private static void groups(byte[] bytes) throws WireException {
    GroupsRequest request = GroupsRequest.decode(bytes, GROUPS);
    GroupsRequest again = GroupsRequest.decode(request.encode(), GROUPS);
    assertEquals(request.parts.size(), again.parts.size());
    Set<String> maps = new HashSet<>();
    for (int i = 0; i < request.parts.size(); i++) {
      GroupsRequest.Part part = request.parts.get(i);
      maps.addAll(part.maps);
      assertTrue(Arrays.stream(part.groups).allMatch(group -> group >= 0 && group < GROUPS));
      assertEquals(part.maps, again.parts.get(i).maps);
      assertArrayEquals(part.groups, again.parts.get(i).groups);
    }
    assertEquals(maps.size(), request.maps(), "no map stands twice");
  }

  private static byte[][] paramsMessages() {
    JobParams.Builder late =
        JobParams.builder()
            .set("plugin", "0.1.0")
            .set("late.binding", true)
            .set("maps", 3)
            .set("slots", SLOTS)
            .set("groups", GROUPS)
            .set("hash", "spread")
            .set("delegate", "")
            .set("order", "group")
            .set("load", "records")
            .set("load.class", "")
            .set("prefetch", "auto")
            .set("speeds", "measured")
            .set("sort", "prefix")
            .set("end", "prompt")
            .set("heavy.keys", 16)
            .set("algorithm", "best")
            .set("eta", 0.002);
    return new byte[][] {
      late.build().encode(),
      JobParams.builder().set("late.binding", false).set("reason", "no").build().encode(),
      JobParams.builder().set("late.binding", true).set("error", "é").build().encode(),
    };
  }

  private static void params(byte[] bytes) throws WireException {
    JobParams params = JobParams.decode(bytes);
    if (params.lateBinding() && params.error() == null) {
      assertTrue(params.slots() >= 2 && params.slots() <= Limits.SLOTS);
      assertTrue(params.groups() >= params.slots() && params.groups() <= Limits.GROUPS);
      assertTrue(params.maps() >= 0 && params.maps() <= Limits.MAPS);
      assertTrue(params.heavyKeys() >= 0);
      assertTrue(params.eta() >= 0 && params.eta() <= 1, String.valueOf(params.eta()));
    }
    assertEquals(params.values(), JobParams.decode(params.encode()).values());
  }

  private static byte[][] statisticsMessages() {
    Map<String, Statistic> all = new TreeMap<>();
    Statistic longs = Statistic.ofLongs();
    longs.add(5);
    longs.add(-7);
    all.put("longs", longs);
    Statistic doubles = Statistic.ofDoubles();
    doubles.add(0.5);
    all.put("doubles", doubles);
    Statistic pieces = Statistic.ofBytes();
    pieces.add(new byte[] {1, 2, 3});
    all.put("bytes é", pieces);
    return new byte[][] {StatisticsMessage.encode(new TreeMap<>()), StatisticsMessage.encode(all)};
  }

  private static void statistics(byte[] bytes) throws WireException {
    Map<String, Statistic> read = StatisticsMessage.decode(bytes);
    Map<String, Statistic> job = new TreeMap<>();
    int weight = StatisticsMessage.merge(job, 0, read);
    assertTrue(weight >= 0 && weight <= Limits.JOB_STATISTICS_BYTES);
    assertEquals(read.keySet(), StatisticsMessage.decode(StatisticsMessage.encode(job)).keySet());
  }

  private static byte[] batch() {
    MessageBatch.Entry one =
        new MessageBatch.Entry(
            MessageBatch.REPORT,
            "job_1_0001",
            1,
            "attempt_1_0001_m_000001_0",
            new byte[9],
            new byte[20]);
    MessageBatch.Entry two =
        new MessageBatch.Entry(
            MessageBatch.REDUCED,
            "job_1_0001",
            2,
            "attempt_1_0001_r_000002_0",
            new byte[2],
            new byte[20]);
    return MessageBatch.encode(Arrays.asList(one, two));
  }

  private static byte[] batchReply() {
    return MessageBatch.encodeReply(
        Arrays.asList(new Reply(204, new byte[20]), new Reply(401, new byte[0])));
  }

  private static byte[] watch() {
    return Watch.encode(
        Arrays.asList(
            Watch.Entry.signed(KEY, "job_1_0001", 0, 0),
            Watch.Entry.signed(KEY, "job_1_0002", 7, 3)));
  }

  private static byte[] watchReply() {
    Watch.Entry wish = Watch.Entry.signed(KEY, "job_1_0001", 0, 0);
    return Watch.encodeReply(
        Arrays.asList(
            Watch.Answer.signed(KEY, wish, 200, bulletins()[1]), Watch.Answer.refused(wish, 401)));
  }

  private static byte[][] bulletins() {
    MapEvent done = new MapEvent(3, 0, MapEvent.SUCCEEDED, "http://127.0.0.1:50060");
    MapEvent lost = new MapEvent(3, 1, MapEvent.LOST, "");
    return new byte[][] {
      Bulletin.nothing(2).encode(),
      new Bulletin(Bulletin.TABLE, 9, Table.hash(GROUPS, SLOTS).encode())
          .with(4, Arrays.asList(done, lost))
          .encode(),
    };
  }

  private static void bulletin(byte[] bytes) throws WireException {
    Bulletin news = Bulletin.decode(bytes);
    Bulletin again = Bulletin.decode(news.encode());
    assertEquals(news.kind + " " + news.stage, again.kind + " " + again.stage);
    assertEquals(news.events.size(), again.events.size());
    assertArrayEquals(news.message, again.message);
  }

  private static byte[][] json() {
    String[] texts = {
      "{\"reduce\":1,\"groups\":[{\"g\":1,\"records\":3}],\"barrierMs\":1700000000000}",
      "[1,-2.5e3,true,false,null,\"\\ud83d\\ude00\\n\\u00e9 é\"]",
    };
    byte[][] out = new byte[texts.length][];
    for (int i = 0; i < texts.length; i++) {
      out[i] = texts[i].getBytes(StandardCharsets.UTF_8);
    }
    return out;
  }

  private static void json(byte[] bytes) throws WireException {
    String text = Json.checked(bytes);
    if (text == null) {
      throw new WireException("not JSON");
    }
    assertArrayEquals(bytes, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void signature(byte[] bytes) throws WireException {
    String given = new String(bytes, StandardCharsets.ISO_8859_1);
    if (!Signature.isHash(given)) {
      assertTrue(!Signature.matches(new byte[20], given));
      throw new WireException("not a hash");
    }
  }
}
