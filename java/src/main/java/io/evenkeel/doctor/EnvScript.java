package io.evenkeel.doctor;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The variables of {@code hadoop-env.sh}: as {@code bin/hadoop} exports them to us, and, where it
 * did not start us, as the file's lines have them.
 */
final class EnvScript {
  private final Map<String, String> environment;
  private final List<String> lines = new ArrayList<String>();

  private EnvScript(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Reads a file; a missing one is empty. */
  static EnvScript read(File file, Map<String, String> environment) throws IOException {
    EnvScript script = new EnvScript(environment);
    if (file.isFile()) {
      // Any byte is a letter here: what we look for has none beyond ASCII.
      for (String line : Files.readAllLines(file.toPath(), StandardCharsets.ISO_8859_1)) {
        if (!line.trim().startsWith("#")) {
          script.lines.add(line);
        }
      }
    }
    return script;
  }

  /** Whether a variable holds an option. */
  boolean has(String variable, String option) {
    String value = environment.get(variable);
    if (value != null && value.contains(option)) {
      return true;
    }
    for (String line : lines) {
      int assigned = line.indexOf(variable + "=");
      if (assigned >= 0 && line.indexOf(option, assigned) >= 0) {
        return true;
      }
    }
    return false;
  }
}
