package io.evenkeel.examples;

import org.apache.hadoop.util.ProgramDriver;

/** The jar's programs by name. */
public final class Examples {
  private Examples() {}

  /**
   * Runs the program that the first argument names.
   *
   * @param args its name, then its own arguments
   * @throws Throwable whatever the program throws
   */
  public static void main(String[] args) throws Throwable {
    ProgramDriver programs = new ProgramDriver();
    programs.addClass("share", Share.class, "old API: each word's share of all words (statistics)");
    programs.addClass(
        "vocabulary", Vocabulary.class, "new API: words that each author uses (custom load)");
    programs.addClass(
        "sessions", Sessions.class, "new API: visits of each user (secondary sort, delegate)");
    programs.driver(args);
  }
}
