package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Nothing passes that the core, which reads the same text, would refuse. */
class JsonTest {
  private static String checked(String text) {
    return Json.checked(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void wellFormedValuesPass() {
    String[] good = {
      "{}",
      "[]",
      " [1, -2.5e3, true, null, \"\\u00e9\\n\"] ",
      "\"\\ud83d\\ude00\"",
      "-0",
      "1e99",
      "{\"a\":{\"b\":[1]}}",
      "9223372036854775807",
    };
    for (String each : good) {
      assertNotNull(checked(each), each);
    }
  }

  @Test
  void othersDoNot() {
    String[] bad = {
      "",
      "{",
      "[1,]",
      "{\"a\"}",
      "01",
      "1.",
      "+1",
      "nul",
      "[] []",
      "\"\u0001\"",
      "\"\\x\"",
      "\"\\ud800\"",
      "\"\\udc00\"",
      "\"\\ud800\\u0041\"",
      "\"\\u\uff10\uff11\uff12\uff13\"",
      "1e999",
      "-1e100",
      String.join("", Collections.nCopies(400, "9")),
      String.join("", Collections.nCopies(5000, "[")),
    };
    for (String each : bad) {
      assertNull(checked(each), each);
    }
    assertNull(Json.checked(new byte[] {'"', (byte) 0xc3, '"'}), "bad UTF-8");
    assertNull(Json.checked(new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'}));
  }
}
