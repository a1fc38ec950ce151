package io.kahkm.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.OptionalDouble;

/**
 * JSON on standard output: numbers that are not finite do not exist, so their fields are absent.
 */
final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static void put(ObjectNode node, String field, double value) {
    if (Double.isFinite(value)) {
      node.put(field, value);
    }
  }

  static void put(ObjectNode node, String field, OptionalDouble value) {
    value.ifPresent(present -> put(node, field, present));
  }

  static void put(ObjectNode node, String field, List<? extends Number> values) {
    var array = node.putArray(field);
    for (Number value : values) {
      if (value instanceof Double real) {
        array.add(real);
      } else {
        array.add(value.longValue());
      }
    }
  }

  static void print(PrintWriter out, ObjectNode node) throws JsonProcessingException {
    out.println(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node));
    out.flush();
  }
}
