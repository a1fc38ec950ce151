package io.kahkm.operations;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.testing.ProjectFiles;
import io.kahkm.topology.TopologySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * A setting of the schema in the reader's words.
 *
 * @param path dotted path, {@code []} after a list's name
 * @param rule what may stand there
 * @param otherwise the default, {@code required}, or empty for none
 * @param meaning a sentence or more
 */
record SettingWords(String path, String rule, String otherwise, String meaning) {
  private static final JsonNode SCHEMA = read();

  static List<SettingWords> all() {
    return TopologySchema.settings().stream().map(SettingWords::of).toList();
  }

  private static JsonNode read() {
    return ProjectFiles.json("src/engine/main/resources/schema/topology.json");
  }

  private static SettingWords of(TopologySchema.Setting setting) {
    JsonNode schema = setting.schema();
    JsonNode value = schema.path("default");
    String otherwise = value.isContainerNode() ? value.toString() : value.asText();
    return new SettingWords(
        setting.path(),
        rule(schema),
        setting.required() ? "required" : otherwise,
        schema.path("description").asText());
  }

  private static String rule(JsonNode schema) {
    if (schema.has("$ref")) {
      return SCHEMA.at(schema.path("$ref").asText().substring(1)).path("title").asText();
    }
    if (schema.has("anyOf")) {
      List<String> rules = new ArrayList<>();
      for (JsonNode one : schema.path("anyOf")) {
        // A section's settings have lines of their own; variables may stand everywhere.
        if (!one.has("properties") && !one.path("$ref").asText().endsWith("/variable")) {
          rules.add(rule(one));
        }
      }
      return String.join(", or ", rules.stream().distinct().toList());
    }
    if (schema.has("enum")) {
      List<String> words =
          StreamSupport.stream(schema.path("enum").spliterator(), false)
              .map(JsonNode::asText)
              .toList();
      return words.size() == 1 ? words.get(0) : "one of " + String.join(", ", words);
    }
    return switch (type(schema)) {
      case "integer" -> "whole number" + range(schema);
      case "number" -> "number" + range(schema);
      case "boolean" -> "true or false";
      case "array" -> "list of values, each " + rule(schema.path("items"));
      case "object" ->
          "mapping of names to values, each " + rule(schema.path("additionalProperties"));
      default -> throw new IllegalArgumentException("no words for " + schema);
    };
  }

  private static String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    return type.isArray() ? type.path(0).asText() : type.asText();
  }

  private static String range(JsonNode schema) {
    String low = bound(schema, "minimum");
    String high = bound(schema, "maximum");
    String above = bound(schema, "exclusiveMinimum");
    String below = bound(schema, "exclusiveMaximum");
    if (!low.isEmpty() && !high.isEmpty()) {
      return " from " + low + " to " + high;
    }
    if (!above.isEmpty() && !below.isEmpty()) {
      return " between " + above + " and " + below;
    }
    return (low.isEmpty() ? "" : " of at least " + low)
        + (above.isEmpty() ? "" : " above " + above)
        + (below.isEmpty() ? "" : (low.isEmpty() ? "" : " and") + " below " + below);
  }

  private static String bound(JsonNode schema, String key) {
    return schema.path(key).asText();
  }
}
