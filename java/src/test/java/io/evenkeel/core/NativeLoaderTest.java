package io.evenkeel.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.Version;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
    return run(new ArrayList<>(), options, args);
  }

  private static String run(List<String> before, List<String> options, String... args)
      throws Exception {
    List<String> command = new ArrayList<>(before);
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

  /** Loading such a file would kill the JVM with a SIGBUS. */
  @Test
  void aLibraryThatIsCutShortIsRefused() throws Exception {
    byte[] whole = library();
    Path file = temp.resolve("libevenkeel.so");
    for (int part = 0; part < 8; part++) {
      Files.write(file, Arrays.copyOf(whole, part * (whole.length / 8)));
      String said = run(new ArrayList<>(), file.toString());
      assertTrue(said.contains("evenkeel.native.library names " + file), said);
      assertTrue(said.contains("bytes"), said);
    }
  }

  /** Such a file on the path kills a JVM that loads it; the one in the jar is taken instead. */
  @Test
  void aLibraryOnThePathThatIsCutShortIsNotLoaded() throws Exception {
    byte[] whole = library();
    Path file = temp.resolve("libevenkeel.so");
    List<String> options = new ArrayList<>();
    options.add("-Djava.library.path=/no/such/folder" + File.pathSeparator + temp);
    for (int part = 0; part < 8; part += 3) {
      Files.write(file, Arrays.copyOf(whole, part * (whole.length / 8)));
      assertEquals("loaded", run(options).trim());
    }
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

  private static void there() {
    String resource =
        NativeLoader.resource(System.getProperty("os.name"), System.getProperty("os.arch"));
    assumeTrue(NativeLoader.class.getResource(resource) != null, "run `make native` first");
  }

  private static byte[] library() throws IOException {
    there();
    String resource =
        NativeLoader.resource(System.getProperty("os.name"), System.getProperty("os.arch"));
    try (InputStream in = NativeLoader.class.getResourceAsStream(resource)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
        out.write(buffer, 0, got);
      }
      return out.toByteArray();
    }
  }

  /**
   * Whoever may write into the temp folder can plant what he likes: it is neither used nor hurt.
   */
  @Test
  void plantedFilesAndLinksAreNotTouched() throws Exception {
    there();
    Path victim = temp.resolve("victim");
    Files.write(victim, new byte[] {1, 2, 3});
    Path folder = Files.createDirectory(temp.resolve("tmp"));
    List<Path> planted = new ArrayList<>();
    for (String name : new String[] {"libevenkeel.so", "evenkeel", "evenkeel-" + Version.get()}) {
      planted.add(Files.createSymbolicLink(folder.resolve(name), victim));
    }
    for (int i = 0; i < 200; i++) {
      Path link = folder.resolve("evenkeel-" + Version.get() + "-" + i);
      planted.add(Files.createSymbolicLink(link, i % 2 == 0 ? victim : temp));
    }
    List<String> options = new ArrayList<>();
    options.add("-Djava.io.tmpdir=" + folder);
    assertEquals("loaded", run(options).trim());
    assertArrayEquals(new byte[] {1, 2, 3}, Files.readAllBytes(victim));
    assertEquals(planted.size(), folder.toFile().list().length, "nothing added, nothing removed");
    for (Path each : planted) {
      assertTrue(Files.isSymbolicLink(each));
    }
  }

  @Test
  void aTempFolderThatForbidsExecutionIsNamed() throws Exception {
    there();
    Path folder = Files.createDirectory(temp.resolve("noexec"));
    String said = mounted("noexec", folder);
    assertTrue(said.contains("noexec") && said.contains("java.io.tmpdir"), said);
    assertTrue(said.contains("does not load from " + folder), said);
  }

  @Test
  void aTempFolderWithoutRoomIsNamed() throws Exception {
    there();
    Path folder = Files.createDirectory(temp.resolve("full"));
    String said = mounted("size=64k", folder);
    assertTrue(said.contains("cannot be copied to " + folder), said);
    assertTrue(said.contains("with room"), said);
  }

  /** Loads with a temp folder of its own, mounted with an option in a namespace of its own. */
  private static String mounted(String option, Path folder) throws Exception {
    String script = "mount -t tmpfs -o " + option + " none '" + folder + "' && exec \"$@\"";
    List<String> before = Arrays.asList("unshare", "-Urm", "sh", "-c", script, "sh");
    String said;
    try {
      said = run(before, Arrays.asList("-Djava.io.tmpdir=" + folder, "-XX:-UsePerfData"));
    } catch (IOException e) {
      said = "unshare: " + e;
    }
    boolean forbidden = said.contains("unshare:") || said.contains("mount:");
    assumeTrue(!forbidden, "this machine lets nobody mount: " + said);
    return said;
  }

  @Test
  void aTempFolderThatIsNotThereIsNamed() throws Exception {
    there();
    List<String> options = new ArrayList<>();
    options.add("-Djava.io.tmpdir=" + temp.resolve("missing"));
    String said = run(options);
    assertTrue(said.contains("missing") && said.contains("java.io.tmpdir"), said);
  }

  @Test
  void anotherMachinesLibraryIsRefused() throws Exception {
    byte[] other = library();
    // The machine's number in an ELF file; 2 is the SPARC.
    other[18] = 2;
    Path file = temp.resolve("libevenkeel.so");
    Files.write(file, other);
    String said = run(new ArrayList<>(), file.toString());
    assertTrue(said.contains("does not load") && said.contains(file.toString()), said);
    Files.write(file, Arrays.copyOf(library(), 40));
    said = run(new ArrayList<>(), file.toString());
    assertTrue(said.contains("does not load"), said);
  }

  @Test
  void anotherVersionIsRefused() throws Exception {
    Path file = compile("\"9.9.9\"");
    String said = run(new ArrayList<>(), file.toString());
    assertTrue(said.contains("is version 9.9.9, the jar is " + Version.get()), said);
    List<String> options = new ArrayList<>();
    options.add("-Djava.library.path=" + file.getParent());
    assertTrue(run(options).contains("install both from one release"));
  }

  @Test
  void aLibraryOfSomebodyElseIsRefused() throws Exception {
    Path file = compile(null);
    String said = run(new ArrayList<>(), file.toString());
    assertTrue(said.contains("is not Evenkeel's native library"), said);
  }

  /** A library whose version() says this; without any function of ours if null. */
  private Path compile(String version) throws Exception {
    String source =
        version == null
            ? "int nothing;\n"
            // 167 is the place of NewStringUTF in JNI's table of functions.
            : "void *Java_io_evenkeel_core_NativeCore_version(void **env, void *type) {\n"
                + "  return ((void *(*)(void **, const char *)) ((void **) *env)[167])(env, "
                + version
                + ");\n}\n";
    Path code = temp.resolve("library.c");
    Files.write(code, source.getBytes(StandardCharsets.UTF_8));
    Path file = temp.resolve("libevenkeel.so");
    Process compiler;
    try {
      compiler =
          new ProcessBuilder("cc", "-shared", "-fPIC", "-o", file.toString(), code.toString())
              .inheritIO()
              .start();
    } catch (IOException e) {
      return assumeCompiler(e);
    }
    assertEquals(0, compiler.waitFor());
    return file;
  }

  private static Path assumeCompiler(IOException why) {
    assumeTrue(false, "no C compiler: " + why);
    return null;
  }

  @Test
  void manyProcessesAtOnceDoNotDisturbEachOther() throws Exception {
    there();
    int count = Integer.getInteger("evenkeel.loaders", 50);
    ExecutorService pool = Executors.newFixedThreadPool(count);
    List<Future<String>> said = new ArrayList<>();
    List<String> options =
        Arrays.asList(
            "-Djava.io.tmpdir=" + temp, "-Xmx16m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    for (int i = 0; i < count; i++) {
      said.add(pool.submit(() -> run(options)));
    }
    for (Future<String> each : said) {
      assertEquals("loaded", each.get().trim());
    }
    pool.shutdown();
    assertEquals(0, temp.toFile().list().length);
  }

  @Test
  void resourcesAreLaidOutBySystemAndMachine() {
    assertEquals(
        "/io/evenkeel/native/linux/amd64/libevenkeel.so", NativeLoader.resource("Linux", "amd64"));
  }
}
