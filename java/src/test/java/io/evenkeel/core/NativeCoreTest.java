package io.evenkeel.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.Version;
import io.evenkeel.wire.Report;
import io.evenkeel.wire.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The core through JNI: tables, exceptions instead of crashes, threads. */
class NativeCoreTest {
  @BeforeAll
  static void load() throws IOException {
    String resource =
        NativeLoader.resource(System.getProperty("os.name"), System.getProperty("os.arch"));
    assumeTrue(
        NativeCoreTest.class.getResource(resource) != null,
        "run `make native` first: " + resource + " is missing");
    NativeLoader.load("");
  }

  private static long open(int maps) throws CoreException {
    String spec = "{\"maps\":" + maps + ",\"groups\":6,\"slots\":2,\"algorithm\":\"best\"}";
    return NativeCore.open(spec.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] report(long... loads) {
    return new Report(loads, null, null, null).encode();
  }

  @Test
  void schedulesWhatMapsReport() throws Exception {
    assertEquals(Version.get(), NativeCore.version());
    long handle = open(2);
    assertEquals(0, NativeCore.addReport(handle, 0, report(9, 1, 1, 1, 0, 0)));
    assertEquals(1, NativeCore.addReport(handle, 0, report(0, 0, 0, 0, 0, 50)));
    assertEquals(0, NativeCore.addReport(handle, 1, report(0, 2, 2, 2, 0, 0)));
    Table table = Table.decode(NativeCore.finalise(handle), 6, 2);
    assertTrue(table.complete());
    assertEquals(table.slotOf(1), table.slotOf(2));
    assertEquals(table.slotOf(1), table.slotOf(3));
    assertTrue(table.slotOf(0) != table.slotOf(1));
    String json = new String(NativeCore.snapshot(handle), StandardCharsets.UTF_8);
    assertTrue(json.startsWith("{"), json);
    NativeCore.close(handle);
    StringBuilder log = new StringBuilder();
    for (String line : NativeCore.drainLog()) {
      log.append(line).append('\n');
    }
    assertTrue(log.toString().contains("6 groups on 2 slots"), log.toString());
  }

  @Test
  void nonsenseIsAnExceptionAndTheNextCallWorks() throws Exception {
    assertThrows(CoreException.class, () -> NativeCore.open(null));
    assertThrows(CoreException.class, () -> NativeCore.open(new byte[0]));
    assertThrows(CoreException.class, () -> NativeCore.open(new byte[] {(byte) 0xff, 1}));
    assertThrows(CoreException.class, () -> NativeCore.report(null));
    assertThrows(CoreException.class, () -> NativeCore.page(new byte[] {'x'}));
    for (long wrong : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThrows(CoreException.class, () -> NativeCore.addReport(wrong, 0, report(1)));
      assertThrows(CoreException.class, () -> NativeCore.hint(wrong));
      assertThrows(CoreException.class, () -> NativeCore.pace(wrong, paces("[]", "[null,null]")));
      assertThrows(CoreException.class, () -> NativeCore.finalise(wrong));
      assertThrows(CoreException.class, () -> NativeCore.snapshot(wrong));
      assertThrows(CoreException.class, () -> NativeCore.close(wrong));
    }
    long handle = open(2);
    assertThrows(CoreException.class, () -> NativeCore.addReport(handle, 0, null));
    assertThrows(CoreException.class, () -> NativeCore.addReport(handle, 0, new byte[3]));
    assertThrows(CoreException.class, () -> NativeCore.addReport(handle, 0, report(1, 2)));
    assertThrows(CoreException.class, () -> NativeCore.addReport(handle, -1, report()));
    assertThrows(CoreException.class, () -> NativeCore.pace(handle, null));
    assertThrows(CoreException.class, () -> NativeCore.pace(handle, new byte[] {(byte) 0xff}));
    assertThrows(CoreException.class, () -> NativeCore.pace(handle, paces("[]", "[]")));
    assertThrows(CoreException.class, () -> NativeCore.pace(handle, paces("[]", "[0,1]")));
    CoreException unknown =
        assertThrows(
            CoreException.class, () -> NativeCore.addReport(handle, 2, report(1, 1, 1, 1, 1, 1)));
    assertTrue(unknown.getMessage().contains("map 2"), unknown.getMessage());
    assertEquals(0, NativeCore.addReport(handle, 1, report(1, 1, 1, 1, 1, 1)));
    NativeCore.close(handle);
    assertThrows(CoreException.class, () -> NativeCore.close(handle));
    assertThrows(CoreException.class, () -> NativeCore.finalise(handle));
    long next = open(2);
    assertTrue(next != handle);
    assertNotNull(NativeCore.finalise(next));
    NativeCore.close(next);
  }

  private static byte[] paces(String nodes, String slots) {
    String json = "{\"nodes\":" + nodes + ",\"slots\":" + slots + "}";
    return json.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void slotsOfFasterNodesGetMore() throws Exception {
    long handle = open(1);
    NativeCore.pace(handle, paces("[[4,40000.0,4.0E8,10000],[4,80000.0,1.6E9,20000]]", "[1,0]"));
    NativeCore.addReport(handle, 0, report(10, 10, 10, 10, 10, 10));
    Table table = Table.decode(NativeCore.finalise(handle), 6, 2);
    int slow = 0;
    for (int group = 0; group < 6; group++) {
      slow += table.slotOf(group) == 0 ? 1 : 0;
    }
    assertEquals(2, slow, "the slot of half the speed gets half of what the other has");
    NativeCore.close(handle);
  }

  @Test
  void manyThreadsShareOneHandle() throws Exception {
    int maps = 64 * 100;
    long handle = open(maps);
    ExecutorService pool = Executors.newFixedThreadPool(64);
    AtomicInteger failures = new AtomicInteger();
    for (int t = 0; t < 64; t++) {
      int first = t * 100;
      pool.execute(
          () -> {
            try {
              for (int map = first; map < first + 100; map++) {
                NativeCore.addReport(handle, map, report(1, 0, 0, 0, 0, 2));
                NativeCore.hint(handle);
              }
            } catch (CoreException e) {
              failures.incrementAndGet();
            }
          });
    }
    pool.shutdown();
    assertTrue(pool.awaitTermination(60, TimeUnit.SECONDS));
    assertEquals(0, failures.get());
    String json = new String(NativeCore.snapshot(handle), StandardCharsets.UTF_8);
    assertTrue(json.contains("6400") && json.contains("12800"), json);
    NativeCore.close(handle);
  }
}
