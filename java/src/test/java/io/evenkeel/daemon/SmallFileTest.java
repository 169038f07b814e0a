package io.evenkeel.daemon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content of any length comes back; a file that is cut short or of something else does not. */
class SmallFileTest {
  @TempDir File temp;

  @Test
  void contentOfAnyLengthComesBack() throws IOException {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    for (int length : new int[] {0, 1, 507, 508, 509, 512, 5000}) {
      byte[] content = new byte[length];
      Arrays.fill(content, (byte) -1);
      byte[] block = SmallFile.filled(fs, content);
      assertEquals(0, block.length % 512, "a block is whole units of checksums");
      assertTrue(block.length <= SmallFile.longest(fs, length));
      File file = new File(temp, "f" + length);
      SmallFile.write(fs, new Path(file.getPath()), block);
      assertArrayEquals(content, SmallFile.content(Files.readAllBytes(file.toPath())));
    }
  }

  @Test
  void anythingElseIsRefused() throws IOException {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    byte[] block = SmallFile.filled(fs, new byte[600]);
    assertThrows(IOException.class, () -> SmallFile.content(new byte[3]));
    assertThrows(IOException.class, () -> SmallFile.content(new byte[] {1, 0, 0, 0, 2}));
    assertThrows(IOException.class, () -> SmallFile.content(new byte[] {1, -1, -1, -1, -1}));
    assertEquals(0, SmallFile.content(Arrays.copyOf(block, 512)).length, "cut short: no table");
  }
}
