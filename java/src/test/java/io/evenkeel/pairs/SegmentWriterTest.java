package io.evenkeel.pairs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.SegmentMaker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Segments are, byte for byte, those that Hadoop's own writer makes. */
class SegmentWriterTest {
  /** Lengths whose numbers take one byte, two, three and four, and more than a piece. */
  private static final int[] LONGEST = {0, 3, 126, 127, 128, 300, 32_760, 32_768, 70_000, 200_000};

  @TempDir File disk;

  private static String key(int length) {
    char[] letters = new char[length];
    Arrays.fill(letters, 'k');
    return new String(letters);
  }

  private static List<String> keys(Random random) {
    int longest = LONGEST[random.nextInt(LONGEST.length)];
    List<String> keys = new ArrayList<>();
    for (int i = random.nextInt(longest > 1000 ? 8 : 4000); i > 0; i--) {
      keys.add(key(Math.max(0, longest - random.nextInt(3))));
    }
    Collections.sort(keys);
    return keys;
  }

  @Test
  void everyByteIsWhatHadoopWrites() throws IOException {
    JobConf job = SegmentMaker.job(disk);
    Random random = new Random(12);
    for (int round = 0; round < 40; round++) {
      File file = new File(disk, "segments");
      List<SegmentMaker.Made> made = new ArrayList<>();
      List<Segment> written = new ArrayList<>();
      try (SegmentWriter writer =
          new SegmentWriter(new Path(file.getPath()), new FileOutputStream(file))) {
        for (int i = random.nextInt(20); i > 0; i--) {
          SegmentMaker.Made stock = SegmentMaker.make(job, keys(random), null);
          Run run = new Run(stock.bytes, (int) stock.rawLength);
          while (run.next()) {
            writer.append(run);
          }
          made.add(stock);
          written.add(writer.end());
        }
      }
      byte[] all = Files.readAllBytes(file.toPath());
      long end = 0;
      for (int i = 0; i < made.size(); i++) {
        Segment at = written.get(i);
        assertEquals(end, at.offset);
        end += at.partLength;
        assertEquals(made.get(i).rawLength, at.rawLength);
        byte[] bytes = Arrays.copyOfRange(all, (int) at.offset, (int) end);
        assertArrayEquals(made.get(i).bytes, bytes, "round " + round + ", segment " + i);
      }
      assertEquals(all.length, end);
    }
  }
}
