package io.kahkm.release;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * A POM as it is written, without what Maven adds to it.
 *
 * @param file where it was read from
 * @param project its root element
 */
record Pom(Path file, Element project) {
  private static final String VERSION = "version";

  /** What Maven Central asks of a POM, as the names of its elements. */
  private static final List<String> WANTED =
      List.of("name", "description", "url", "licenses", "developers", "scm");

  /** No host has a name that ends so (RFC 2606). */
  private static final String NOBODY = ".invalid";

  static final String SNAPSHOT = "-SNAPSHOT";

  /**
   * Reads a POM.
   *
   * @throws ReleaseException where it is none
   */
  static Pom read(Path file) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      Document document = factory.newDocumentBuilder().parse(file.toFile());
      return new Pom(file, document.getDocumentElement());
    } catch (ParserConfigurationException | SAXException e) {
      throw new ReleaseException(file + ": no POM: " + e.getMessage());
    }
  }

  /** The version, its own or that of its parent. */
  String version() {
    return text(project, VERSION)
        .or(() -> child(project, "parent").flatMap(parent -> text(parent, VERSION)))
        .orElseThrow(() -> new ReleaseException(file + ": no version"));
  }

  /** The artifact's name. */
  String artifactId() {
    return text(project, "artifactId")
        .orElseThrow(() -> new ReleaseException(file + ": no artifactId"));
  }

  /** A property that the POM itself gives a value. */
  String property(String name) {
    return child(project, "properties")
        .flatMap(properties -> text(properties, name))
        .orElseThrow(() -> new ReleaseException(file + ": no property " + name));
  }

  /** The project's address. */
  String url() {
    return text(project, "url").orElseThrow(() -> new ReleaseException(file + ": no url"));
  }

  /** The modules of every build and of its profiles, as paths. */
  List<String> modules() {
    return texts("module");
  }

  /**
   * Everything but the project's own modules that is taken at a version still being written, as
   * {@code name version}.
   */
  List<String> snapshots() {
    List<String> found = new ArrayList<>();
    String own = version();
    NodeList all = project.getElementsByTagName("*");
    for (int i = 0; i < all.getLength(); i++) {
      Element element = (Element) all.item(i);
      String value = leaf(element);
      boolean ofThis = value.equals(own) && element.getTagName().equals(VERSION);
      if (value.endsWith(SNAPSHOT) && !ofThis) {
        Element around = (Element) element.getParentNode();
        String name = text(around, "artifactId").orElse(element.getTagName());
        found.add(name + " " + value);
      }
    }
    return found;
  }

  /**
   * What Maven Central would miss.
   *
   * @param parent the POM that this one inherits from, if it has one
   */
  List<String> missing(Optional<Pom> parent) {
    return WANTED.stream()
        .filter(
            name ->
                child(project, name).isEmpty()
                    && parent.flatMap(above -> child(above.project(), name)).isEmpty())
        .toList();
  }

  /**
   * Elements whose address is nobody's yet: a person has to set them before anything is published.
   */
  List<String> placeholders() {
    return WANTED.stream()
        .filter(
            name ->
                child(project, name)
                    .filter(element -> element.getTextContent().contains(NOBODY))
                    .isPresent())
        .map(name -> name + " (an address that ends in " + NOBODY + ")")
        .toList();
  }

  private List<String> texts(String name) {
    List<String> found = new ArrayList<>();
    NodeList all = project.getElementsByTagName(name);
    for (int i = 0; i < all.getLength(); i++) {
      found.add(all.item(i).getTextContent().strip());
    }
    return found;
  }

  private static String leaf(Element element) {
    NodeList inside = element.getChildNodes();
    return inside.getLength() == 1 && inside.item(0).getNodeType() == Node.TEXT_NODE
        ? element.getTextContent().strip()
        : "";
  }

  private static Optional<String> text(Element around, String name) {
    return child(around, name).map(element -> element.getTextContent().strip());
  }

  private static Optional<Element> child(Element around, String name) {
    for (Node next = around.getFirstChild(); next != null; next = next.getNextSibling()) {
      if (next instanceof Element element && element.getTagName().equals(name)) {
        return Optional.of(element);
      }
    }
    return Optional.empty();
  }
}
