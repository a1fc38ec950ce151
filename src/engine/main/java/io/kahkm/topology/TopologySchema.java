package io.kahkm.topology;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The JSON Schema of topology files, the one description of every setting: its path, type, range,
 * default and meaning. Editors, the reference and {@code --set} use it. What it refuses the reader
 * refuses too; rules between settings are the reader's alone. Immutable.
 */
public final class TopologySchema {
  private static final String RESOURCE = "/schema/topology.json";

  private TopologySchema() {}

  /**
   * A setting.
   *
   * @param path dotted path, {@code []} after a list's name
   * @param schema what may stand there, with {@code description} and where it has one {@code
   *     default}
   * @param required whether its section must have it
   */
  public record Setting(String path, JsonNode schema, boolean required) {}

  /**
   * The schema as it is published.
   *
   * @return JSON text
   */
  public static String text() {
    try (InputStream in = TopologySchema.class.getResourceAsStream(RESOURCE)) {
      return new String(
          Objects.requireNonNull(in, RESOURCE).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * Every setting.
   *
   * @return in the schema's order
   */
  public static List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    collect(root(), "", settings);
    return List.copyOf(settings);
  }

  static JsonNode root() {
    try {
      return new ObjectMapper().readTree(text());
    } catch (JsonProcessingException damaged) {
      throw new IllegalStateException(RESOURCE + " is no JSON", damaged);
    }
  }

  private static void collect(JsonNode schema, String prefix, List<Setting> settings) {
    JsonNode section = alternative(schema, "properties").orElse(schema);
    for (Map.Entry<String, JsonNode> property : section.path("properties").properties()) {
      String path = prefix + property.getKey();
      JsonNode value = property.getValue();
      if (value.has("description")) {
        settings.add(new Setting(path, value, requires(section, property.getKey())));
      }
      collect(value, path + ".", settings);
      alternative(value, "items")
          .ifPresent(list -> collect(list.path("items"), path + "[].", settings));
    }
  }

  /** Also where only one layout of records needs it. */
  private static boolean requires(JsonNode section, String key) {
    boolean required = contains(section.path("required"), key);
    for (JsonNode rule : section.path("allOf")) {
      required |= contains(rule.path("then").path("required"), key);
    }
    return required;
  }

  private static boolean contains(JsonNode names, String key) {
    for (JsonNode name : names) {
      if (name.asText().equals(key)) {
        return true;
      }
    }
    return false;
  }

  /** The schema itself or the one of its alternatives that has a keyword. */
  static Optional<JsonNode> alternative(JsonNode schema, String keyword) {
    if (schema.path(keyword).isObject()) {
      return Optional.of(schema);
    }
    for (JsonNode one : schema.path("anyOf")) {
      if (one.path(keyword).isObject()) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }
}
