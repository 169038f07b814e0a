package io.evenkeel.daemon.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The page's style and script. The style is shared with the reports. */
final class Resources {
  static final String STYLE = read("style.css") + read("page.css") + read("jobs.css");
  static final String SCRIPT = read("jobs.js");

  private Resources() {}

  private static String read(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing in the jar");
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[4096];
      for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
        out.write(buffer, 0, got);
      }
      return new String(out.toByteArray(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(name + " cannot be read from the jar", e);
    }
  }
}
