package io.evenkeel.cluster;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.ReflectionUtils;
import org.codehaus.jackson.JsonNode;

/** Brings a job's output here, sequence files and map files as text if asked. */
final class Files {
  private Files() {}

  /** Copies all files below {@code path} whose names start with no {@code _} or {@code .}. */
  static Object read(JsonNode request) throws IOException {
    Configuration conf = new Configuration();
    conf.setClassLoader(Files.class.getClassLoader());
    Path path = new Path(request.path("path").getTextValue());
    FileSystem fs = path.getFileSystem(conf);
    File target = new File(request.path("to").getTextValue());
    boolean text = request.path("text").getBooleanValue();
    List<String> names = new ArrayList<>();
    FileStatus top = fs.getFileStatus(path);
    copy(fs, conf, top, "", target, text, names);
    return names;
  }

  private static void copy(
      FileSystem fs,
      Configuration conf,
      FileStatus status,
      String name,
      File target,
      boolean text,
      List<String> names)
      throws IOException {
    if (status.isDir()) {
      FileStatus[] children = fs.listStatus(status.getPath());
      Arrays.sort(children);
      for (FileStatus child : children) {
        String own = child.getPath().getName();
        if (!own.startsWith("_") && !own.startsWith(".")) {
          String below = name.isEmpty() ? own : name + "/" + own;
          copy(fs, conf, child, below, target, text, names);
        }
      }
      return;
    }
    String own = name.isEmpty() ? status.getPath().getName() : name;
    File file = new File(target, own);
    File parent = file.getParentFile();
    if (!parent.isDirectory() && !parent.mkdirs()) {
      throw new IOException("cannot make " + parent);
    }
    try (OutputStream out = new BufferedOutputStream(new FileOutputStream(file))) {
      if (text && isSequenceFile(fs, status)) {
        print(fs, conf, status.getPath(), out);
      } else {
        try (InputStream in = fs.open(status.getPath())) {
          IOUtils.copyBytes(in, out, conf, false);
        }
      }
    }
    names.add(own);
  }

  private static boolean isSequenceFile(FileSystem fs, FileStatus status) throws IOException {
    if (status.getLen() < 4) {
      return false;
    }
    byte[] magic = new byte[3];
    try (InputStream in = fs.open(status.getPath())) {
      IOUtils.readFully(in, magic, 0, 3);
    }
    return magic[0] == 'S' && magic[1] == 'E' && magic[2] == 'Q';
  }

  private static void print(FileSystem fs, Configuration conf, Path path, OutputStream out)
      throws IOException {
    try (SequenceFile.Reader reader = new SequenceFile.Reader(fs, path, conf)) {
      Writable key =
          ReflectionUtils.newInstance(
              reader.getKeyClass().asSubclass(Writable.class), conf);
      Writable value =
          ReflectionUtils.newInstance(
              reader.getValueClass().asSubclass(Writable.class), conf);
      while (reader.next(key, value)) {
        out.write((key + "\t" + value + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
