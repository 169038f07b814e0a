package io.evenkeel.daemon;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Just enough JSON: quoting, and checking that what a task sent is one well-formed value, and one
 * that the core reads too: no half of a surrogate pair, no number beyond a double.
 */
public final class Json {
  private static final int DEPTH = 32;
  private static final int NUMBER = 24;
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** A text as a JSON string. */
  public static String quote(String value) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == 0x2028 || c == 0x2029) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  /** The bytes as text if they are one JSON value in UTF-8, else null. */
  public static String checked(byte[] bytes) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
    Json parser = new Json(text);
    boolean good = parser.value(0);
    parser.blanks();
    return good && parser.at == text.length() ? text : null;
  }

  private boolean value(int depth) {
    blanks();
    if (at >= text.length() || depth > DEPTH) {
      return false;
    }
    char c = text.charAt(at);
    if (c == '{' || c == '[') {
      return container(c == '{', depth);
    }
    if (c == '"') {
      return string();
    }
    return word("true") || word("false") || word("null") || number();
  }

  private boolean container(boolean object, int depth) {
    at++;
    blanks();
    if (eat(object ? '}' : ']')) {
      return true;
    }
    do {
      blanks();
      if (object && !(string() && colon())) {
        return false;
      }
      if (!value(depth + 1)) {
        return false;
      }
      blanks();
    } while (eat(','));
    return eat(object ? '}' : ']');
  }

  private boolean colon() {
    blanks();
    return eat(':');
  }

  private boolean string() {
    if (!eat('"')) {
      return false;
    }
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return true;
      }
      if (c < 0x20 || c == '\\' && !escape()) {
        return false;
      }
    }
    return false;
  }

  private boolean escape() {
    if (at >= text.length()) {
      return false;
    }
    char c = text.charAt(at++);
    if (c != 'u') {
      return "\"\\/bfnrt".indexOf(c) >= 0;
    }
    int first = unit();
    if (first < 0 || Character.isLowSurrogate((char) first)) {
      return false;
    }
    return !Character.isHighSurrogate((char) first)
        || eat('\\') && eat('u') && Character.isLowSurrogate((char) Math.max(0, unit()));
  }

  /** The four hexadecimal digits of an escape, or -1. */
  private int unit() {
    int value = 0;
    for (int i = 0; i < 4; i++, at++) {
      int digit = at < text.length() ? "0123456789abcdef".indexOf(lower(text.charAt(at))) : -1;
      if (digit < 0) {
        return -1;
      }
      value = 16 * value + digit;
    }
    return value;
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'F' ? (char) (c + 'a' - 'A') : c;
  }

  private boolean number() {
    int start = at;
    eat('-');
    if (!eat('0') && !digits()) {
      at = start;
      return false;
    }
    if (eat('.') && !digits()) {
      return false;
    }
    if (eat('e') || eat('E')) {
      if (!eat('+')) {
        eat('-');
      }
      int exponent = at;
      return digits() && at - exponent <= 2 && at - start <= NUMBER;
    }
    return at - start <= NUMBER;
  }

  private boolean digits() {
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at > start;
  }

  private boolean word(String word) {
    boolean there = text.startsWith(word, at);
    at += there ? word.length() : 0;
    return there;
  }

  private boolean eat(char c) {
    boolean there = at < text.length() && text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }
}
