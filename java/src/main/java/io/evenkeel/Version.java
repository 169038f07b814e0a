package io.evenkeel;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of this jar. */
public final class Version {
  private static final String VERSION = read();

  private Version() {}

  /** Such as {@code 0.1.0}. */
  public static String get() {
    return VERSION;
  }

  private static String read() {
    InputStream in = Version.class.getResourceAsStream("version.properties");
    if (in == null) {
      return "unknown";
    }
    try {
      Properties properties = new Properties();
      properties.load(in);
      in.close();
      return properties.getProperty("version", "unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
