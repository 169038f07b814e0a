package io.evenkeel.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of {@code tests/vectors}, which the Rust side reads too. */
class VectorsTest {
  private interface Example {
    void check(String[] fields) throws IOException;
  }

  private static void each(String name, Example example) throws IOException {
    int count = 0;
    for (String raw :
        Files.readAllLines(Paths.get("../tests/vectors", name), StandardCharsets.UTF_8)) {
      String line = raw.replaceFirst("#.*", "");
      if (line.trim().isEmpty()) {
        continue;
      }
      String[] fields = line.split("\\|", -1);
      for (int i = 0; i < fields.length; i++) {
        fields[i] = fields[i].trim();
      }
      example.check(fields);
      count++;
    }
    assertTrue(count > 3, name);
  }

  private static byte[] hex(String text) {
    byte[] out = new byte[text.length() / 2];
    for (int i = 0; i < out.length; i++) {
      out[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
    }
    return out;
  }

  private static long[] longs(String list) {
    if (list.equals("-")) {
      return new long[0];
    }
    String[] parts = list.split(",");
    long[] out = new long[parts.length];
    for (int i = 0; i < parts.length; i++) {
      out[i] = Long.parseUnsignedLong(parts[i].trim());
    }
    return out;
  }

  private static int[] ints(String list, String none) {
    if (list.equals("-")) {
      return new int[0];
    }
    String[] parts = list.split(",");
    int[] out = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      out[i] = parts[i].equals(none) ? -1 : Integer.parseInt(parts[i]);
    }
    return out;
  }

  @Test
  void counts() throws IOException {
    each(
        "counts.txt",
        fields -> {
          byte[] message = hex(fields[fields.length - 1]);
          if (fields[0].equals("error")) {
            assertThrows(
                WireException.class,
                () -> {
                  for (int groups : new int[] {groups(message), 1, 5}) {
                    ByteReader in = new ByteReader(message);
                    Counts.decode(in, groups);
                    in.end();
                  }
                });
            return;
          }
          long[] loads = longs(fields[0]);
          ByteReader in = new ByteReader(message);
          assertArrayEquals(loads, Counts.decode(in, loads.length));
          in.end();
          if (loads.length > 0) {
            assertArrayEquals(message, Counts.encode(loads));
          }
        });
  }

  private static int groups(byte[] message) throws WireException {
    return message.length == 0 ? 0 : new ByteReader(message).bounded("n", 1 << 20);
  }

  @Test
  void reports() throws IOException {
    each(
        "report.txt",
        fields -> {
          byte[] message = hex(fields[fields.length - 1]);
          if (fields[0].equals("error")) {
            int groups = Integer.parseInt(fields[1]);
            assertThrows(WireException.class, () -> Report.decode(message, groups), fields[2]);
            return;
          }
          int skip = fields[0].equals("reads") ? 1 : 0;
          Report report = Report.decode(message, Integer.parseInt(fields[skip]));
          assertArrayEquals(longs(fields[skip + 1]), report.loads());
          if (skip == 0) {
            checkSections(fields, report);
          }
        });
  }

  private static void checkSections(String[] fields, Report report) {
    if (!fields[2].equals("-")) {
      assertArrayEquals(longs(fields[2]), report.bytes());
    }
    List<HeavyKey> keys = new ArrayList<>();
    if (!fields[3].equals("-") && !fields[3].isEmpty()) {
      for (String each : fields[3].split(" +")) {
        String[] part = each.split("/", -1);
        keys.add(
            new HeavyKey(
                Integer.parseInt(part[0]),
                Long.parseUnsignedLong(part[1]),
                Long.parseUnsignedLong(part[2]),
                new String(hex(part[3]), StandardCharsets.UTF_8)));
      }
    }
    assertEquals(keys.size(), report.heavyKeys().size());
    for (int i = 0; i < keys.size(); i++) {
      assertEquals(keys.get(i).name, report.heavyKeys().get(i).name);
      assertEquals(keys.get(i).load, report.heavyKeys().get(i).load);
      assertEquals(keys.get(i).error, report.heavyKeys().get(i).error);
      assertEquals(keys.get(i).group, report.heavyKeys().get(i).group);
    }
    boolean emptySection = fields[3].isEmpty();
    if (!emptySection) {
      assertArrayEquals(hex(fields[5]), report.encode());
    }
  }

  @Test
  void tables() throws IOException {
    each(
        "table.txt",
        fields -> {
          byte[] message = hex(fields[fields.length - 1]);
          if (fields[0].equals("error")) {
            assertThrows(WireException.class, () -> Table.decode(message, 2, 3));
            return;
          }
          int slots = Integer.parseInt(fields[2]);
          int[] slotOf = ints(fields[3], "");
          int[] order = ints(fields[5], "");
          if (slots > Limits.SLOTS) {
            assertThrows(WireException.class, () -> Table.decode(message, slotOf.length, slots));
            return;
          }
          Table table = Table.decode(message, slotOf.length, slots);
          assertEquals(Boolean.parseBoolean(fields[0]), table.complete());
          assertEquals(fields[1], table.algorithm());
          for (int g = 0; g < slotOf.length; g++) {
            assertEquals(slotOf[g], table.slotOf(g));
            assertEquals(order[g], table.order(g));
          }
          assertArrayEquals(message, table.encode());
        });
  }

  @Test
  void hints() throws IOException {
    each(
        "hints.txt",
        fields -> {
          byte[] message = hex(fields[fields.length - 1]);
          if (fields[0].equals("error")) {
            assertThrows(WireException.class, () -> Hints.decode(message, 2, 1));
            return;
          }
          int slots = Integer.parseInt(fields[1]);
          int[] slotOf = ints(fields[2], "*");
          if (slots > Limits.SLOTS) {
            return;
          }
          Hints hints = Hints.decode(message, slotOf.length, slots);
          assertEquals(Integer.parseInt(fields[0]), hints.stage());
          for (int g = 0; g < slotOf.length; g++) {
            assertEquals(slotOf[g], hints.slotOf(g));
          }
          assertArrayEquals(message, Hints.of(hints.stage(), slots, slotOf).encode());
        });
  }
}
