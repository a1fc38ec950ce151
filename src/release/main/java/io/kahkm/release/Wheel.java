package io.kahkm.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The Python package as {@code pip} takes it: a wheel, which is a zip of the sources with what
 * {@code pyproject.toml} says of them (PyPA's specifications of the binary distribution format and
 * of core metadata). It is pure Python and needs no Python to be made.
 */
final class Wheel {
  /** What a development version has at its end in Python, where Maven says SNAPSHOT. */
  private static final String DEVELOPMENT = ".dev0";

  private final Path folder;
  private final String version;
  private final JsonNode toml;

  /**
   * Reads what the package says of itself.
   *
   * @param folder of the package's project
   * @param version of the release
   */
  Wheel(Path folder, String version) throws IOException {
    this.folder = folder;
    this.version = pythonVersion(version);
    toml = new TomlMapper().readTree(folder.resolve("pyproject.toml").toFile());
  }

  /** The version as Python has it. */
  static String pythonVersion(String version) {
    return version.endsWith(Pom.SNAPSHOT)
        ? version.substring(0, version.length() - Pom.SNAPSHOT.length()) + DEVELOPMENT
        : version;
  }

  /** The name of the wheel's file. */
  String name() {
    return base() + "-py3-none-any.whl";
  }

  private String base() {
    return toml.path("project").path("name").asText() + "-" + version;
  }

  /**
   * Writes the wheel.
   *
   * @param to a folder
   * @param license the text of the license
   * @param time what is said of when its files were changed
   * @throws ReleaseException where the package says that it is of another version
   */
  void write(Path to, Path license, LocalDateTime time) throws IOException {
    SortedMap<String, byte[]> content = new TreeMap<>();
    for (JsonNode one : toml.path("tool").path("setuptools").path("packages")) {
      Path sources = folder.resolve(one.asText());
      requireVersion(sources.resolve("__init__.py"));
      for (Path file : Digests.files(sources)) {
        String name = Digests.name(folder, file);
        if (name.endsWith(".py") || name.endsWith("/py.typed")) {
          content.put(name, Files.readAllBytes(file));
        }
      }
    }
    String about = base() + ".dist-info/";
    content.put(about + "METADATA", bytes(metadata()));
    content.put(about + "WHEEL", bytes(format()));
    content.put(about + "licenses/LICENSE", Files.readAllBytes(license));
    content.put(about + "RECORD", bytes(record(content, about + "RECORD")));
    Zip.writeBytes(to.resolve(name()), content, time);
  }

  private void requireVersion(Path init) throws IOException {
    String wanted = "__version__ = \"" + version + "\"";
    if (!Files.readString(init).lines().toList().contains(wanted)) {
      throw new ReleaseException(init + ": does not say " + wanted);
    }
  }

  private String metadata() throws IOException {
    JsonNode project = toml.path("project");
    StringBuilder text = new StringBuilder();
    line(text, "Metadata-Version", "2.1");
    line(text, "Name", project.path("name").asText());
    line(text, "Version", version);
    line(text, "Summary", project.path("description").asText());
    line(text, "License", project.path("license").path("text").asText());
    line(text, "Requires-Python", project.path("requires-python").asText());
    project.path("dependencies").forEach(one -> line(text, "Requires-Dist", one.asText()));
    for (Map.Entry<String, JsonNode> extra : project.path("optional-dependencies").properties()) {
      line(text, "Provides-Extra", extra.getKey());
      extra
          .getValue()
          .forEach(
              one ->
                  line(
                      text,
                      "Requires-Dist",
                      one.asText() + "; extra == \"" + extra.getKey() + "\""));
    }
    line(text, "Description-Content-Type", "text/markdown");
    return text.append('\n')
        .append(Files.readString(folder.resolve(project.path("readme").asText())))
        .toString();
  }

  private static String format() {
    StringBuilder text = new StringBuilder();
    line(text, "Wheel-Version", "1.0");
    line(text, "Generator", "kahkm-release");
    line(text, "Root-Is-Purelib", "true");
    line(text, "Tag", "py3-none-any");
    return text.toString();
  }

  private static void line(StringBuilder text, String field, String value) {
    text.append(field).append(": ").append(value).append('\n');
  }

  /** Every file with its digest and length, itself without. */
  private static String record(SortedMap<String, byte[]> content, String itself) {
    StringBuilder lines = new StringBuilder();
    content.forEach(
        (name, bytes) ->
            lines
                .append(name)
                .append(",sha256=")
                .append(digest(bytes))
                .append(',')
                .append(bytes.length)
                .append('\n'));
    return lines.append(itself).append(",,\n").toString();
  }

  private static String digest(byte[] bytes) {
    try {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
