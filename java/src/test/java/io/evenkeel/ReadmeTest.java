package io.evenkeel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The README's tables of properties are what {@link Config} says, row by row; conf/mapred-site.xml
 * shows those of a node.
 */
class ReadmeTest {
  @Test
  void tablesOfPropertiesAreTheCodes() throws IOException {
    assertEquals(String.join("\n", expected()), String.join("\n", written()));
  }

  @Test
  void theSiteFileShowsThoseOfANode() throws IOException {
    File file = new File("../conf/mapred-site.xml");
    String site = new String(Files.readAllBytes(file.toPath()), StandardCharsets.UTF_8);
    for (Config.Key key : Config.keys()) {
      String line = "<name>" + key.name + "</name><value>" + key.def + "</value>";
      assertEquals(key.scope == Config.Scope.DAEMON, site.contains(line), line);
    }
  }

  private static List<String> expected() {
    List<String> rows = new ArrayList<>();
    for (Config.Scope scope : Config.Scope.values()) {
      for (Config.Key key : Config.keys()) {
        if (key.scope == scope) {
          rows.add("| `" + key.name + "` | " + def(key) + " | " + doc(key) + " |");
        }
      }
    }
    return rows;
  }

  private static String def(Config.Key key) {
    return key.def.isEmpty() ? "" : "`" + key.def + "`";
  }

  private static String doc(Config.Key key) {
    return key.allowed.isEmpty()
        ? key.doc
        : key.doc + " (`" + String.join("`, `", key.allowed) + "`)";
  }

  private static List<String> written() throws IOException {
    List<String> rows = new ArrayList<>();
    for (String line :
        Files.readAllLines(new File("../README.md").toPath(), StandardCharsets.UTF_8)) {
      if (line.startsWith("| `evenkeel.")) {
        rows.add(line);
      }
    }
    return rows;
  }
}
