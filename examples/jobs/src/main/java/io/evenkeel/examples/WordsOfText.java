package io.evenkeel.examples;

import io.evenkeel.LoadFunction;
import org.apache.hadoop.io.Text;

/** The load of a text is the number of its words, give or take double blanks: no object is made. */
public final class WordsOfText implements LoadFunction<Text, Text> {
  @Override
  public long load(Text author, Text text) {
    byte[] bytes = text.getBytes();
    long words = 1;
    for (int i = 0; i < text.getLength(); i++) {
      words += bytes[i] == ' ' ? 1 : 0;
    }
    return words;
  }
}
