package io.evenkeel.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.daemon.Json;
import io.evenkeel.wire.HeavyKey;
import io.evenkeel.wire.Mutator;
import io.evenkeel.wire.Report;
import io.evenkeel.wire.Table;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.Scanner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The native core under abuse, in a JVM of its own with {@code -Xcheck:jni}: nonsense is an
 * exception, the next good call works, memory stays flat. {@code -Devenkeel.jni.calls=N} sets the
 * number of calls.
 */
class NativeAbuseTest {
  private static final int CALLS = Integer.getInteger("evenkeel.jni.calls", 60000);

  @BeforeAll
  static void there() {
    String resource =
        NativeLoader.resource(System.getProperty("os.name"), System.getProperty("os.arch"));
    assumeTrue(NativeLoader.class.getResource(resource) != null, "run `make native` first");
  }

  private static String child(String what) throws Exception {
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xcheck:jni",
                "-Xms64m",
                "-Xmx64m",
                "-XX:+AlwaysPreTouch",
                "-XX:+UseSerialGC",
                "-Devenkeel.jni.calls=" + CALLS,
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                what)
            .redirectErrorStream(true)
            .start();
    String text;
    try (InputStream in = process.getInputStream();
        Scanner scanner = new Scanner(in, StandardCharsets.UTF_8.name()).useDelimiter("\\A")) {
      text = scanner.hasNext() ? scanner.next() : "";
    }
    assertEquals(0, process.waitFor(), text);
    assertFalse(text.contains("WARNING in native method"), text);
    assertFalse(text.contains("FATAL ERROR"), text);
    return text;
  }

  @Test
  void manyCallsLeaveMemoryFlat() throws Exception {
    String said = child("calls");
    assertTrue(said.contains("flat"), said);
    System.out.println("NativeAbuseTest: " + said.trim());
  }

  @Test
  void spoiltInputsAreExceptions() throws Exception {
    String said = child("fuzz");
    assertTrue(said.contains("refused"), said);
    System.out.println("NativeAbuseTest: " + said.trim());
  }

  /** The other JVM. */
  public static final class Child {
    private static final int GROUPS = 240;
    private static final int BAD_CALLS = 26;
    private static final byte[] SPEC =
        ("{\"maps\":4,\"groups\":" + GROUPS + ",\"slots\":7,\"algorithm\":\"lpt\"}")
            .getBytes(StandardCharsets.UTF_8);

    private static final byte[] PACES =
        ("{\"nodes\":[[6,60000,6.0e8,10000],[3,60000,1.2e9,20000]],"
                + "\"slots\":[0,1,null,0,1,0,1]}")
            .getBytes(StandardCharsets.UTF_8);

    private Child() {}

    /** Runs what the argument names. */
    public static void main(String[] args) throws Exception {
      NativeLoader.load("");
      if (args[0].equals("calls")) {
        calls();
      } else {
        fuzz();
      }
    }

    private static byte[] report(int map) {
      long[] loads = new long[GROUPS];
      for (int g = 0; g < GROUPS; g++) {
        loads[g] = (g * 31L + map * 17L) % 97;
      }
      HeavyKey key = new HeavyKey(3, 90, 0, "the");
      return new Report(loads, loads, Collections.singletonList(key), null).encode();
    }

    /** One job's life, good and bad calls; how many calls it was. */
    private static int life(byte[][] reports) throws Exception {
      long handle = NativeCore.open(SPEC);
      for (int map = 0; map < reports.length; map++) {
        NativeCore.addReport(handle, map, reports[map]);
        NativeCore.hint(handle);
        NativeCore.pace(handle, PACES);
      }
      int refused = 0;
      byte[][] nonsense = {null, {}, {1, 2, 3}, new byte[5000]};
      for (byte[] bad : nonsense) {
        refused += refuses(() -> NativeCore.addReport(handle, 0, bad));
        refused += refuses(() -> NativeCore.pace(handle, bad));
        refused += refuses(() -> NativeCore.open(bad));
        refused += refuses(() -> NativeCore.report(bad));
        refused += refuses(() -> NativeCore.page(bad));
      }
      refused += refuses(() -> NativeCore.addReport(handle, -1, reports[0]));
      refused += refuses(() -> NativeCore.addReport(handle, 4, reports[0]));
      Table.decode(NativeCore.finalise(handle), GROUPS, 7);
      NativeCore.snapshot(handle);
      NativeCore.close(handle);
      refused += refuses(() -> NativeCore.close(handle));
      refused += refuses(() -> NativeCore.hint(handle));
      refused += refuses(() -> NativeCore.pace(handle, PACES));
      refused += refuses(() -> NativeCore.finalise(handle));
      if (refused != BAD_CALLS) {
        throw new IllegalStateException(refused + " of " + BAD_CALLS + " bad calls refused");
      }
      NativeCore.drainLog();
      NativeCore.version();
      return 18 + refused;
    }

    private interface Call {
      void run() throws CoreException;
    }

    private static int refuses(Call call) {
      try {
        call.run();
        return 0;
      } catch (CoreException expected) {
        return 1;
      }
    }

    private static void calls() throws Exception {
      int wanted = Integer.getInteger("evenkeel.jni.calls");
      byte[][] reports = {report(0), report(1), report(2), report(3)};
      long made = 0;
      while (made < wanted / 4) {
        made += life(reports);
      }
      System.gc();
      long before = resident();
      while (made < wanted) {
        made += life(reports);
      }
      System.gc();
      long after = resident();
      if (after > before + (24 << 10)) {
        throw new IllegalStateException("memory grew from " + before + " to " + after + " kB");
      }
      System.out.println(made + " calls, resident " + before + " then " + after + " kB: flat");
    }

    /** Resident memory in kB. */
    private static long resident() throws IOException {
      for (String line : Files.readAllLines(Paths.get("/proc/self/status"))) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
      throw new IOException("no VmRSS");
    }

    private static void fuzz() throws Exception {
      int rounds = Integer.getInteger("evenkeel.jni.calls") / 5;
      byte[][] facts = {
        ("{\"plugin\":\"1\",\"job\":{\"id\":\"job_1\",\"maps\":2,\"reduces\":2},\"snapshot\":"
                + "{\"spec\":{\"slots\":2,\"load\":\"records\"},\"loads\":[5,3,2],\"bytes\":[5,3,2],"
                + "\"hash_loads\":[7,3],\"slot_of\":[0,1,1],\"table_loads\":[5,5],\"bound\":5},"
                + "\"reduces\":[{\"reduce\":1,\"groups\":[{\"g\":1,\"records\":3}]}]}")
            .getBytes(StandardCharsets.UTF_8)
      };
      byte[][] timelines = {
        "{\"reduce\":1,\"host\":\"\\u00e9\",\"groups\":[{\"g\":1,\"records\":3,\"copied\":-5.5e3}]}"
            .getBytes(StandardCharsets.UTF_8)
      };
      Mutator mutator = new Mutator(7);
      byte[][] reports = {report(0), report(1)};
      byte[][] specs = {SPEC};
      byte[][] paces = {PACES};
      long handle = NativeCore.open(SPEC);
      int refused = 0;
      for (int i = 0; i < rounds; i++) {
        byte[] report = mutator.next(reports);
        refused += refuses(() -> NativeCore.addReport(handle, 0, report));
        byte[] pace = mutator.next(paces);
        refused += refuses(() -> NativeCore.pace(handle, pace));
        byte[] spec = mutator.next(specs);
        refused += refuses(() -> NativeCore.close(NativeCore.open(spec)));
        byte[] fact = mutator.next(facts);
        refused +=
            refuses(i % 2 == 0 ? () -> NativeCore.page(fact) : () -> NativeCore.report(fact));
        timeline(mutator.next(timelines));
        strangers(handle ^ (1L << i % 64));
      }
      // Whatever slots were said to be, the table has a place for every group.
      Table.decode(NativeCore.finalise(handle), GROUPS, 7);
      System.out.println(5 * rounds + " spoilt inputs, " + refused + " refused");
    }

    /** No entry takes a handle that differs in one bit. */
    private static void strangers(long handle) {
      int refused = refuses(() -> NativeCore.hint(handle));
      refused += refuses(() -> NativeCore.finalise(handle));
      refused += refuses(() -> NativeCore.snapshot(handle));
      refused += refuses(() -> NativeCore.close(handle));
      refused += refuses(() -> NativeCore.addReport(handle, 0, report(0)));
      refused += refuses(() -> NativeCore.pace(handle, PACES));
      if (refused != 6) {
        throw new IllegalStateException("handle " + handle + " was taken");
      }
    }

    /** What the hook lets into a job's facts must not cost the job its report. */
    private static void timeline(byte[] bytes) throws Exception {
      String text = Json.checked(bytes);
      if (text != null) {
        String facts = "{\"reduces\":[" + text + "]}";
        NativeCore.report(facts.getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
