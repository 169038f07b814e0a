package org.apache.hadoop.mapred;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Empty map output files where Hadoop wants to see some.
 *
 * <p>It lives here because {@code MapOutputFile} and {@code IFile} are package-private.
 */
public final class EvenkeelMapOutput {
  private EvenkeelMapOutput() {}

  /**
   * Puts an empty input of each map where a reduce task that copies nothing itself looks for it.
   */
  public static void writeEmptyInputs(JobConf job, JobID id, int maps) throws IOException {
    MapOutputFile files = new MapOutputFile();
    files.setConf(job);
    FileSystem local = FileSystem.getLocal(job).getRaw();
    File first = null;
    for (int map = 0; map < maps; map++) {
      Path path = files.getInputFileForWrite(new TaskID(id, true, map), 64);
      if (first == null) {
        writeEmpty(job, local, path);
        first = new File(path.toUri().getPath());
        continue;
      }
      File link = new File(path.toUri().getPath());
      Files.deleteIfExists(link.toPath());
      try {
        Files.createLink(link.toPath(), first.toPath());
      } catch (IOException | UnsupportedOperationException otherDisk) {
        writeEmpty(job, local, path);
      }
    }
  }

  private static void writeEmpty(JobConf job, FileSystem local, Path path) throws IOException {
    CompressionCodec codec =
        job.getCompressMapOutput()
            ? ReflectionUtils.newInstance(job.getMapOutputCompressorClass(DefaultCodec.class), job)
            : null;
    write(job, local, path, job.getMapOutputKeyClass(), job.getMapOutputValueClass(), codec);
  }

  private static <K, V> void write(
      JobConf job,
      FileSystem local,
      Path path,
      Class<K> key,
      Class<V> value,
      CompressionCodec codec)
      throws IOException {
    new IFile.Writer<>(job, local, path, key, value, codec, null).close();
  }
}
