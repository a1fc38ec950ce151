package io.kahkm.topology;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Makes the relative paths of a topology file relative to its folder, wherever a command is
 * started. Settings of a command line are relative to the working directory, as they are typed
 * there. Kafka's own settings stay as Kafka reads them. Mutable, for one file.
 */
final class FilePaths {
  /** Every setting whose value is a path. */
  static final List<String> SETTINGS =
      List.of(
          "model.file",
          "model.shadow",
          "input.schema.file",
          "alerts.mail.password-file",
          "telemetry.password-file");

  /** Every setting whose entries are paths, whatever their names. */
  static final List<String> MAPS =
      List.of("model." + ModesReader.MODELS, "model." + ModesReader.SHADOWS);

  /** The section whose files commands also write, so that a missing one is no error yet. */
  private static final JsonPointer MODEL = JsonPointer.compile("/model");

  private final ObjectNode tree;
  private final Path folder;

  /** The settings as they stand in the file, by their place. */
  private final Map<JsonPointer, JsonNode> written = new LinkedHashMap<>();

  /**
   * Notes the paths of a file.
   *
   * @param tree as it was read; changed by {@link #resolve}
   * @param folder of the file, empty for the working directory
   */
  FilePaths(ObjectNode tree, Path folder) {
    this.tree = tree;
    this.folder = folder;
    places(tree).forEach(place -> written.put(place, tree.at(place)));
  }

  private static List<JsonPointer> places(JsonNode tree) {
    List<JsonPointer> places = new ArrayList<>();
    SETTINGS.forEach(setting -> places.add(pointer(setting)));
    for (String map : MAPS) {
      JsonPointer place = pointer(map);
      tree.at(place).fieldNames().forEachRemaining(name -> places.add(place.appendProperty(name)));
    }
    return places;
  }

  private static JsonPointer pointer(String setting) {
    return JsonPointer.compile("/" + setting.replace('.', '/'));
  }

  /** Forgets the settings that have been replaced since, be it by the same text. */
  @SuppressWarnings("ReferenceEquality")
  void keepUnchanged() {
    written.entrySet().removeIf(one -> tree.at(one.getKey()) != one.getValue());
  }

  /**
   * Puts the folder before relative paths.
   *
   * @param errors receives files that are absent there, and present in the working directory
   */
  void resolve(List<String> errors) {
    for (JsonPointer place : written.keySet()) {
      replace(tree, place, text -> folder.resolve(text).toString());
      JsonNode node = tree.at(place);
      if (node.isTextual() && !place.toString().startsWith(MODEL.toString())) {
        String setting = place.toString().substring(1).replace('/', '.');
        path(node.textValue())
            .filter(file -> misplaced(folder, file).isPresent())
            .ifPresent(file -> errors.add(setting + ": " + absent(folder, file)));
      }
    }
  }

  /**
   * A file's text again, with paths as they stand in it.
   *
   * @param tree of a resolved file, changed
   * @param folder of the file
   */
  static void unresolve(JsonNode tree, Path folder) {
    for (JsonPointer place : places(tree)) {
      replace(tree, place, text -> written(folder, Path.of(text)).toString());
    }
  }

  private static void replace(JsonNode tree, JsonPointer pointer, UnaryOperator<String> change) {
    if (tree.at(pointer) instanceof TextNode text
        && tree.at(pointer.head()) instanceof ObjectNode section
        && !text.textValue().isBlank()
        && path(text.textValue().strip()).isPresent()) {
      section.put(pointer.last().getMatchingProperty(), change.apply(text.textValue().strip()));
    }
  }

  /** Empty for what the reader refuses. */
  private static Optional<Path> path(String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException notOne) {
      return Optional.empty();
    }
  }

  /**
   * A path as it would stand in a file.
   *
   * @param folder of the file, empty for the working directory
   * @param file a path, relative to the working directory
   * @return the path, relative to the folder where it was relative
   */
  static Path written(Path folder, Path file) {
    if (folder.toString().isEmpty()) {
      return file;
    }
    if (file.startsWith(folder)) {
      return folder.relativize(file);
    }
    return file.isAbsolute() ? file : between(folder, file);
  }

  private static Path between(Path folder, Path file) {
    Path from = folder.toAbsolutePath().normalize();
    return from.relativize(file.toAbsolutePath().normalize());
  }

  /**
   * Says that there is no such file, and what to write if the path is one of an earlier release,
   * relative to the working directory.
   *
   * @param folder of the topology file
   * @param file the path, resolved
   * @return part of a sentence
   */
  static String absent(Path folder, Path file) {
    return "there is no file "
        + file.toAbsolutePath()
        + misplaced(folder, file)
            .map(
                present ->
                    "; a relative path is relative to the topology file, no longer to the working"
                        + " directory, which has this file: write "
                        + between(folder, present))
            .orElse("");
  }

  /** What the path names in the working directory, if there is nothing beside the file. */
  private static Optional<Path> misplaced(Path folder, Path file) {
    return Optional.of(written(folder, file))
        .filter(present -> !present.isAbsolute())
        .filter(present -> !Files.exists(file) && Files.isRegularFile(present));
  }
}
