package io.evenkeel.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each case runs in a JVM of its own, because a JVM loads a library once. */
class NativeLoaderTest {
  @TempDir Path temp;

  /** Loads the library that the argument names and says what happened. */
  public static final class Child {
    private Child() {}

    /** Runs in the other JVM. */
    public static void main(String[] args) {
      try {
        NativeLoader.load(args.length == 0 ? "" : args[0]);
        System.out.println("loaded");
      } catch (Exception e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private static String run(List<String> options, String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.addAll(options);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Child.class.getName());
    command.addAll(java.util.Arrays.asList(args));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text;
    try (InputStream in = process.getInputStream();
        Scanner scanner = new Scanner(in, StandardCharsets.UTF_8.name()).useDelimiter("\\A")) {
      text = scanner.hasNext() ? scanner.next() : "";
    }
    process.waitFor();
    return text;
  }

  @Test
  void aNamedFileThatDoesNotLoadIsTheEnd() throws Exception {
    Path file = temp.resolve("libevenkeel.so");
    Files.write(file, new byte[] {1, 2, 3});
    String said = run(new ArrayList<>(), file.toString());
    assertTrue(said.contains("evenkeel.native.library names " + file), said);
    assertTrue(said.contains("remove the property"), said);
  }

  @Test
  void theCopyLeavesNothingBehind() throws Exception {
    List<String> options = new ArrayList<>();
    options.add("-Djava.io.tmpdir=" + temp);
    String said = run(options);
    assertTrue(said.contains("loaded") || said.contains("no native library"), said);
    assertEquals(0, temp.toFile().list().length);
  }

  @Test
  void anUnknownMachineIsNamed() throws Exception {
    List<String> options = new ArrayList<>();
    options.add("-Dos.arch=sparc");
    String said = run(options);
    assertTrue(said.contains("sparc") && said.contains("make dist"), said);
  }

  @Test
  void resourcesAreLaidOutBySystemAndMachine() {
    assertEquals(
        "/io/evenkeel/native/linux/amd64/libevenkeel.so", NativeLoader.resource("Linux", "amd64"));
  }
}
