package io.evenkeel.daemon.page;

/** HTML under construction. Everything that is not ours goes through {@link #text}. */
final class Html {
  private final StringBuilder out = new StringBuilder(8192);

  /** Our own markup, never text of a job. */
  Html raw(String markup) {
    out.append(markup);
    return this;
  }

  /** Text, made harmless in content and in quoted attributes. */
  Html text(Object value) {
    String text = String.valueOf(value);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&':
          out.append("&amp;");
          break;
        case '<':
          out.append("&lt;");
          break;
        case '>':
          out.append("&gt;");
          break;
        case '"':
          out.append("&quot;");
          break;
        case '\'':
          out.append("&#39;");
          break;
        default:
          out.append(c < ' ' && c != '\n' && c != '\t' ? '\ufffd' : c);
      }
    }
    return this;
  }

  /** An element that holds just text. */
  Html element(String name, Object value) {
    return raw("<" + name + ">").text(value).raw("</" + name + ">");
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
