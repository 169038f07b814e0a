package io.evenkeel.core;

import io.evenkeel.Version;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;

/**
 * Loads the native library: from the file that a property names (and then from nowhere else), else
 * from {@code java.library.path}, else from this jar, copied into a private folder of its own.
 */
public final class NativeLoader {
  private static final String NAME = "evenkeel";
  private static boolean loaded;

  private NativeLoader() {}

  /**
   * Loads the library once.
   *
   * @param file the library's file, or empty
   * @throws IOException if it cannot be loaded or is of another version; says what to do
   */
  public static synchronized void load(String file) throws IOException {
    if (loaded) {
      return;
    }
    String from = file.isEmpty() ? find() : named(file);
    String version;
    try {
      version = NativeCore.version();
    } catch (CoreException | LinkageError e) {
      throw new IOException(from + " is not Evenkeel's native library: " + e, e);
    }
    if (!version.equals(Version.get())) {
      throw new IOException(
          from
              + " is version "
              + version
              + ", the jar is "
              + Version.get()
              + "; install both from one release");
    }
    loaded = true;
  }

  private static String named(String file) throws IOException {
    try {
      ElfFile.check(file);
      System.load(new File(file).getAbsolutePath());
      return file;
    } catch (IOException | UnsatisfiedLinkError e) {
      throw new IOException(
          "evenkeel.native.library names "
              + file
              + ", which does not load ("
              + e.getMessage()
              + "); name a good file, or remove the property to use the library in the jar",
          e);
    }
  }

  private static String find() throws IOException {
    try {
      File file = onPath();
      if (file != null) {
        ElfFile.check(file.getPath());
      }
      System.loadLibrary(NAME);
      return "the library on java.library.path";
    } catch (IOException | UnsatisfiedLinkError e) {
      return fromJar();
    }
  }

  /** The file that the JVM would load from {@code java.library.path}, or null. */
  private static File onPath() {
    String path = System.getProperty("java.library.path", "");
    for (String folder : path.split(File.pathSeparator)) {
      File file = new File(folder.isEmpty() ? "." : folder, System.mapLibraryName(NAME));
      if (file.isFile()) {
        return file;
      }
    }
    return null;
  }

  /** Where the jar keeps the library for this machine. */
  static String resource(String os, String arch) {
    String system = os.toLowerCase(Locale.ROOT);
    String folder = system.startsWith("linux") ? "linux" : system.replace(" ", "");
    return "/io/evenkeel/native/" + folder + "/" + arch + "/lib" + NAME + ".so";
  }

  private static String fromJar() throws IOException {
    String os = System.getProperty("os.name");
    String arch = System.getProperty("os.arch");
    String resource = resource(os, arch);
    InputStream in = NativeLoader.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IOException(
          "this jar has no native library for "
              + os
              + " on "
              + arch
              + "; build it there with `make dist`, or name one with evenkeel.native.library");
    }
    try {
      return load(copy(in));
    } finally {
      in.close();
    }
  }

  /** The folder is new and ours alone, so nobody can have put a file or a link there. */
  private static Path copy(InputStream in) throws IOException {
    Path file = null;
    try {
      Path folder =
          Files.createTempDirectory(
              NAME + "-" + Version.get() + "-",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      file = folder.resolve("lib" + NAME + ".so");
      Files.copy(in, file);
      return file;
    } catch (IOException e) {
      if (file != null) {
        remove(file);
      }
      throw new IOException(
          "the jar's native library cannot be copied to "
              + System.getProperty("java.io.tmpdir")
              + " ("
              + e
              + "); set java.io.tmpdir for the JobTracker to a folder with room that it may write"
              + " to, or name the library with evenkeel.native.library",
          e);
    }
  }

  private static String load(Path file) throws IOException {
    try {
      System.load(file.toString());
      return "the library in the jar";
    } catch (UnsatisfiedLinkError e) {
      throw new IOException(
          "the jar's native library does not load from "
              + file.getParent()
              + " ("
              + e.getMessage()
              + "); if that folder is mounted noexec, set java.io.tmpdir for the JobTracker or "
              + "name the library with evenkeel.native.library",
          e);
    } finally {
      remove(file);
    }
  }

  private static void remove(Path file) throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(file.getParent());
  }
}
