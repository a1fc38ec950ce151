package io.kahkm.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Reads the files of the project that are no Java: dashboards, rules, manifests. */
public final class ProjectFiles {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ProjectFiles() {}

  public static String text(String path) {
    try {
      return Files.readString(Path.of(path));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  public static JsonNode json(String path) {
    try {
      return JSON.readTree(text(path));
    } catch (IOException failure) {
      throw new UncheckedIOException(path + ": " + failure.getMessage(), failure);
    }
  }

  /** The only document of a YAML file. */
  public static JsonNode yaml(String path) {
    List<JsonNode> documents = documents(path);
    if (documents.size() != 1) {
      throw new IllegalStateException(path + " has " + documents.size() + " documents");
    }
    return documents.get(0);
  }

  /** Every document of a YAML file, anchors and merge keys resolved. */
  public static List<JsonNode> documents(String path) {
    return parse(text(path));
  }

  public static List<JsonNode> parse(String yaml) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    List<JsonNode> documents = new ArrayList<>();
    for (Object document : new Yaml(new SafeConstructor(options)).loadAll(yaml)) {
      documents.add(JSON.valueToTree(document));
    }
    return documents;
  }

  /**
   * Files under a directory whose names end in one of the endings, in order; not what a build has
   * made in {@code target}.
   */
  public static List<String> under(String directory, String... endings) {
    List<String> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          Path.of(directory),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return folder.endsWith("target")
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              String name = file.toString();
              if (attributes.isRegularFile() && Stream.of(endings).anyMatch(name::endsWith)) {
                found.add(name);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return found.stream().sorted().toList();
  }
}
