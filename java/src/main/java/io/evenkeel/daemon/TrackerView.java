package io.evenkeel.daemon;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import javax.crypto.SecretKey;
import org.apache.hadoop.conf.Configuration;

/** What the TaskTracker's hook may know of its daemon. */
public interface TrackerView {
  /** The job's token, or null if no task of the job runs here. */
  SecretKey token(String job);

  /**
   * Opens a file of a map's output, as the job's user.
   *
   * @return null if there is none
   */
  FileInputStream open(String job, String attempt, Part part) throws IOException;

  /** A map's output cannot be had from here any more: the map must run again. */
  void lost(String attempt, String why) throws IOException;

  /** The node's own settings. */
  Configuration conf();

  /** The two files of a map's output. */
  enum Part {
    /** The pairs. */
    DATA("file.out"),
    /** Where each partition starts. */
    INDEX("file.out.index");

    private final String fileName;

    Part(String fileName) {
      this.fileName = fileName;
    }

    /** The file's name, below the map's output folder. */
    public String below(String folder) {
      return folder + File.separator + fileName;
    }
  }
}
