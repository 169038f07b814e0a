package io.evenkeel.doctor;

import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A {@code *-site.xml}. */
final class Site {
  private final Map<String, String> values = new HashMap<String, String>();

  private Site() {}

  /** Reads a file; a missing one is empty. */
  static Site read(File file) throws IOException {
    Site site = new Site();
    if (!file.isFile()) {
      return site;
    }
    try {
      Element root =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(file)
              .getDocumentElement();
      NodeList properties = root.getElementsByTagName("property");
      for (int i = 0; i < properties.getLength(); i++) {
        Element property = (Element) properties.item(i);
        site.values.put(text(property, "name"), text(property, "value"));
      }
      return site;
    } catch (SAXException | ParserConfigurationException e) {
      throw new IOException(file + " is not well-formed: " + e.getMessage(), e);
    }
  }

  private static String text(Element property, String tag) {
    NodeList found = property.getElementsByTagName(tag);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent().trim();
  }

  /** The value, or empty. */
  String get(String name) {
    String value = values.get(name);
    return value == null ? "" : value;
  }
}
