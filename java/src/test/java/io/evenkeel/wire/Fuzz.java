package io.evenkeel.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Decoders under spoilt messages. {@code -Devenkeel.fuzz=N} sets how many inputs each decoder gets,
 * and {@code -Devenkeel.fuzz.seed=S} other ones. Inputs that once found a fault are in {@code
 * corpus.txt} beside the test and are read in each run.
 */
public final class Fuzz {
  private static final int ROUNDS = Integer.getInteger("evenkeel.fuzz", 80000);
  private static final long SEED = Long.getLong("evenkeel.fuzz.seed", 2024);

  /** Reads bytes, and checks what it has read. */
  public interface Decoder {
    /** Refuses with an exception that has a message. */
    void read(byte[] bytes) throws IOException;
  }

  private final Map<String, Decoder> decoders = new LinkedHashMap<>();
  private final Map<String, byte[][]> seeds = new LinkedHashMap<>();
  private final Map<String, byte[][]> strange = new LinkedHashMap<>();

  /** One more decoder, with messages that it must read. */
  public void add(String name, Decoder decoder, byte[]... good) {
    decoders.put(name, decoder);
    seeds.put(name, good);
    strange.put(name, new byte[0][]);
  }

  /** Messages that this decoder must refuse; parts of them are put into good ones. */
  public void strange(String name, byte[]... bad) {
    strange.put(name, bad);
  }

  /** Each decoder reads what is good, and refuses or reads what is spoilt. */
  public void spoil() throws IOException {
    for (Map.Entry<String, Decoder> each : decoders.entrySet()) {
      String name = each.getKey();
      byte[][] good = seeds.get(name);
      for (byte[] message : good) {
        each.getValue().read(message);
      }
      byte[][] bad = strange.get(name);
      for (byte[] message : bad) {
        assertTrue(!attempt(name, message), name + " reads what is strange");
      }
      byte[][] all = Arrays.copyOf(good, good.length + bad.length);
      System.arraycopy(bad, 0, all, good.length, bad.length);
      Mutator mutator = new Mutator(SEED);
      int refused = 0;
      for (int round = 0; round < ROUNDS; round++) {
        refused += attempt(name, mutator.next(all)) ? 0 : 1;
      }
      assertTrue(refused > ROUNDS / 100, name + " refuses hardly anything");
    }
  }

  /** The saved inputs, each with its decoder's name and its bytes in hexadecimal. */
  public void corpus(Class<?> test) throws IOException {
    int count = 0;
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                test.getResourceAsStream("corpus.txt"), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          int colon = line.indexOf(": ");
          assertNotNull(decoders.get(line.substring(0, colon)), line);
          attempt(line.substring(0, colon), unhex(line.substring(colon + 2)));
          count++;
        }
      }
    }
    assertTrue(count > 0);
  }

  private static byte[] unhex(String text) {
    byte[] out = new byte[text.length() / 2];
    for (int i = 0; i < out.length; i++) {
      out[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
    }
    return out;
  }

  private static String hex(byte[] bytes) {
    StringBuilder out = new StringBuilder();
    for (byte b : bytes) {
      out.append(String.format("%02x", b));
    }
    return out.toString();
  }

  /** Whether it was read; the line for the corpus is in the failure's message. */
  private boolean attempt(String name, byte[] bytes) {
    byte[] before = bytes.clone();
    try {
      decoders.get(name).read(bytes);
      assertArrayEquals(before, bytes, "a decoder changed its input");
      return true;
    } catch (IOException expected) {
      assertNotNull(expected.getMessage(), name + ": " + hex(before));
      return false;
    } catch (RuntimeException | Error e) {
      return fail(name + ": " + hex(before), e);
    }
  }
}
