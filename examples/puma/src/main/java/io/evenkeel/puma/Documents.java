package io.evenkeel.puma;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;

/**
 * Which document a line belongs to: the file it is in, or the first tab-separated field.
 *
 * <p>A file a document is what the suite does. As a field, thousands of documents fit into a few
 * files, so that their number does not decide the number of map tasks.
 */
public final class Documents {
  /** {@code file} or {@code field}. */
  public static final String DOCUMENT = "puma.document";

  /** Default of {@link #DOCUMENT}. */
  public static final String DOCUMENT_DEFAULT = "file";

  private final boolean field;
  private final String file;
  private String text = "";

  /**
   * The documents of a map task.
   *
   * @param job the task's configuration
   */
  public Documents(JobConf job) {
    String kind = job.get(DOCUMENT, DOCUMENT_DEFAULT);
    if (!kind.equals("file") && !kind.equals("field")) {
      throw new IllegalArgumentException(DOCUMENT + " is " + kind + ": say file or field");
    }
    field = kind.equals("field");
    file = new Path(job.get("map.input.file", "")).getName();
  }

  /**
   * Takes a line apart.
   *
   * @param line a line of input; its words are {@link #text} afterwards
   * @return the name of its document
   */
  public String name(Text line) {
    text = line.toString();
    if (!field) {
      return file;
    }
    int tab = text.indexOf('\t');
    if (tab < 0) {
      return "";
    }
    String name = text.substring(0, tab);
    text = text.substring(tab + 1);
    return name;
  }

  /**
   * The words of the line that {@link #name} took apart.
   *
   * @return the line without the name of its document
   */
  public String text() {
    return text;
  }
}
