package org.apache.hadoop.mapred;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the JobTracker's hook stores can be stored again, on a file system that does not rename onto
 * a file.
 */
class PublishTest {
  @TempDir File temp;

  /** Like HDFS, it does not rename to what exists. */
  private static final class Strict extends FilterFileSystem {
    Strict(FileSystem fs) {
      super(fs);
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
      return !exists(to) && super.rename(from, to);
    }
  }

  private byte[] publish(byte[] before, byte[] bytes) throws IOException {
    RawLocalFileSystem raw = new RawLocalFileSystem();
    raw.initialize(temp.toURI(), new Configuration(false));
    File file = new File(temp, "table");
    File half = new File(temp, "table.new");
    Files.deleteIfExists(file.toPath());
    if (before != null) {
      Files.write(file.toPath(), before);
    }
    Files.write(half.toPath(), bytes);
    EvenkeelJobTracker.publish(
        new Strict(raw), new Path(half.getPath()), new Path(file.getPath()), bytes);
    assertFalse(half.exists());
    return Files.readAllBytes(file.toPath());
  }

  @Test
  void aWriteCanBeDoneAgain() throws IOException {
    byte[] bytes = {1, 2, 3};
    assertArrayEquals(bytes, publish(null, bytes));
    assertArrayEquals(bytes, publish(bytes, bytes));
    assertArrayEquals(bytes, publish(new byte[] {1, 2, 4}, bytes));
    assertArrayEquals(bytes, publish(new byte[] {1}, bytes));
  }
}
