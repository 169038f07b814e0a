package org.apache.hadoop.mapred;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A map's output is served if it belongs to whom the map ran as, and to nobody else. */
class EvenkeelTaskTrackerTest {
  @TempDir File disk;

  @Test
  void aFileOfItsOwnerIsOpened() throws IOException {
    File file = new File(disk, "file.out");
    Files.write(file.toPath(), new byte[] {7});
    String owner = Files.getOwner(file.toPath()).getName();
    try (FileInputStream in = EvenkeelTaskTracker.open(file, owner)) {
      assertEquals(7, in.read());
    }
  }

  @Test
  void aFileOfSomebodyElseIsNot() throws IOException {
    File file = new File(disk, "file.out");
    Files.write(file.toPath(), new byte[] {7});
    IOException e =
        assertThrows(IOException.class, () -> EvenkeelTaskTracker.open(file, "somebody-else"));
    assertTrue(e.getMessage().contains("somebody-else"), e.getMessage());
  }

  @Test
  void aFileThatIsGoneIsMissed() {
    File file = new File(disk, "file.out");
    assertThrows(FileNotFoundException.class, () -> EvenkeelTaskTracker.open(file, "root"));
  }
}
