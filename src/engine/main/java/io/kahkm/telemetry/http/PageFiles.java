package io.kahkm.telemetry.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of the live page, read from the class path once: a fixed set of names, so that no
 * request can reach another file. Immutable.
 */
final class PageFiles {
  private static final String FOLDER = "/page/";
  private static final List<String> NAMES =
      List.of(
          "page.css",
          "actions.js",
          "app.js",
          "address.js",
          "channels.js",
          "charts.js",
          "dom.js",
          "events.js",
          "fleet.js",
          "heat.js",
          "horizons.js",
          "incident.js",
          "incidents.js",
          "instances.js",
          "operator.js",
          "plot.js",
          "sensors.js",
          "sentences.js",
          "sites.js",
          "stream.js",
          "stretch.js",
          "tiles.js",
          "time.js",
          "timeline.js",
          "skill.js",
          "told.js",
          "trial.js",
          "words.js",
          "icon.svg");

  private static final String LIBRARY = "echarts.js";
  private static final String LIBRARY_PROPERTIES =
      "/META-INF/maven/org.webjars/echarts/pom.properties";
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private static final PageFiles INSTANCE = load();

  private final Map<String, Response> files;

  private PageFiles(Map<String, Response> files) {
    this.files = files;
  }

  /** The files of this program. */
  static PageFiles instance() {
    return INSTANCE;
  }

  /** The answer for a path, empty if it is none of the page's. */
  Optional<Response> find(String path) {
    return Optional.ofNullable(files.get(path));
  }

  private static PageFiles load() {
    Map<String, Response> files =
        Stream.concat(
                NAMES.stream().map(name -> Map.entry(FOLDER + name, read(FOLDER + name))),
                Stream.of(
                    Map.entry("/", read(FOLDER + "index.html")),
                    Map.entry(FOLDER + LIBRARY, read(library()))))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    return new PageFiles(files);
  }

  private static String library() {
    Properties properties = new Properties();
    try (InputStream in = open(LIBRARY_PROPERTIES)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "/META-INF/resources/webjars/echarts/"
        + properties.getProperty("version")
        + "/echarts.common.min.js";
  }

  private static Response read(String resource) {
    String kind = resource.substring(resource.lastIndexOf('.') + 1);
    String type = Objects.requireNonNull(TYPES.get(kind), resource);
    try (InputStream in = open(resource)) {
      byte[] body = in.readAllBytes();
      return Response.file(type, body, tag(body));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String resource) {
    InputStream in = PageFiles.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IllegalStateException("the program was built without " + resource);
    }
    return in;
  }

  private static String tag(byte[] body) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(body);
      return '"' + HexFormat.of().formatHex(sum, 0, 16) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
