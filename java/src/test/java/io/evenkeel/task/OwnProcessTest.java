package io.evenkeel.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.util.ProcfsBasedProcessTree;
import org.apache.hadoop.util.ResourceCalculatorPlugin.ProcResourceValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process is told as Hadoop tells it; one with children is left to Hadoop. */
class OwnProcessTest {
  private static final String STAT =
      "42 (a (b) c) S 1 42 42 0 -1 4194304 5 0 0 0 700 55 9 9 20 0 3 0 100 8192000 77 18446744 1";

  @TempDir Path folder;

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, text.getBytes("ISO-8859-1"));
  }

  private ProcResourceValues values() {
    return new OwnProcess(folder.toFile()).values();
  }

  @Test
  void readsWhatTheKernelWrites() throws Exception {
    write("stat", STAT);
    write("task/42/children", "");
    write("task/43/children", "");
    ProcResourceValues values = values();
    assertEquals(
        755 * ProcfsBasedProcessTree.JIFFY_LENGTH_IN_MILLIS, values.getCumulativeCpuTime());
    assertEquals(77 * ProcfsBasedProcessTree.PAGE_SIZE, values.getPhysicalMemorySize());
    assertEquals(8192000, values.getVirtualMemorySize());
  }

  @Test
  void aChildOfAnyThreadOrAKernelThatDoesNotSayIsLeftToHadoop() throws Exception {
    assertNull(values(), "nothing");
    write("stat", STAT);
    assertNull(values(), "no threads");
    write("task/42/children", "");
    write("task/43/children", "4711 ");
    assertNull(values(), "a child of the second thread");
    Files.delete(folder.resolve("task/43/children"));
    assertNull(values(), "an old kernel");
    write("task/43/children", "");
    assertNotNull(values());
    write("stat", "42 (x) S 1");
    assertNull(values(), "half a line");
  }

  /** A real process: what Hadoop's own calculator says, until it has a child. */
  @Test
  void agreesWithHadoop() throws Exception {
    Process alone = new ProcessBuilder("sleep", "60").start();
    Process parent = new ProcessBuilder("sh", "-c", "sleep 60 & wait").start();
    try {
      String pid = pid(alone, "sleep");
      ProcResourceValues ours = new OwnProcess(new File("/proc", pid)).values();
      ProcfsBasedProcessTree tree = new ProcfsBasedProcessTree(pid).getProcessTree();
      assumeTrue(ours != null, "this kernel does not tell of children");
      assertEquals(tree.getCumulativeVmem(), ours.getVirtualMemorySize());
      assertEquals(tree.getCumulativeCpuTime(), ours.getCumulativeCpuTime());
      OwnProcess shell = new OwnProcess(new File("/proc", pid(parent, "sh")));
      for (int i = 0; i < 200 && shell.values() != null; i++) {
        Thread.sleep(25);
      }
      assertNull(shell.values(), "a shell with a child");
    } finally {
      alone.destroyForcibly();
      parent.destroyForcibly();
    }
  }

  /** Its number, once it is no longer the JVM's helper but what it was started for. */
  private static String pid(Process process, String name) throws Exception {
    java.lang.reflect.Method method = Process.class.getMethod("pid");
    String pid = method.invoke(process).toString();
    Path comm = new File("/proc/" + pid + "/comm").toPath();
    for (int i = 0; i < 200 && !new String(Files.readAllBytes(comm)).trim().equals(name); i++) {
      Thread.sleep(25);
    }
    assertTrue(new String(Files.readAllBytes(comm)).trim().equals(name), name);
    return pid;
  }
}
