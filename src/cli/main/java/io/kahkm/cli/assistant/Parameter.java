package io.kahkm.cli.assistant;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A parameter of a tool.
 *
 * @param name as the protocol has it
 * @param description what to give
 * @param required whether it has to be given
 * @param choices the values it can have; empty where it is any text
 * @param most largest value of a whole number of at least 1; 0 where it is text
 */
record Parameter(
    String name, String description, boolean required, List<String> choices, int most) {
  /** Copies the list. */
  Parameter {
    choices = List.copyOf(choices);
  }

  static Parameter text(String name, String description) {
    return new Parameter(name, description, true, List.of(), 0);
  }

  static Parameter optional(String name, String description) {
    return new Parameter(name, description, false, List.of(), 0);
  }

  static Parameter choice(String name, String description, List<String> choices) {
    return new Parameter(name, description, false, choices, 0);
  }

  static Parameter number(String name, String description, int most) {
    return new Parameter(name, description, false, List.of(), most);
  }

  /** Its JSON Schema. */
  Map<String, Object> schema() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", most > 0 ? "integer" : "string");
    schema.put("description", description);
    if (most > 0) {
      schema.put("minimum", 1);
      schema.put("maximum", most);
    }
    if (!choices.isEmpty()) {
      schema.put("enum", choices);
    }
    return schema;
  }
}
