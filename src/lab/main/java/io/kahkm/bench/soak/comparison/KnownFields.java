package io.kahkm.bench.soak.comparison;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fields that an earlier release writes: a later one may add to them. Learnt from what it
 * wrote; then every value can be reduced to them. Mutable, one owner.
 */
public final class KnownFields {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Shape shape = new Shape();

  /** The fields of an object, and those of all elements of an array together. */
  private static final class Shape {
    private final Map<String, Shape> fields = new TreeMap<>();

    void add(JsonNode node) {
      node.properties()
          .forEach(
              field ->
                  fields
                      .computeIfAbsent(field.getKey(), name -> new Shape())
                      .add(field.getValue()));
      if (node.isArray()) {
        node.forEach(this::add);
      }
    }

    JsonNode of(JsonNode node) {
      if (node.isArray()) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        node.forEach(element -> array.add(of(element)));
        return array;
      }
      if (!node.isObject()) {
        return node;
      }
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      fields.forEach(
          (name, inner) -> {
            if (node.has(name)) {
              object.set(name, inner.of(node.get(name)));
            }
          });
      return object;
    }
  }

  /**
   * Takes the fields of a value that the earlier release wrote; nothing of what is no object.
   *
   * @param value bytes of the record; not modified
   */
  public void learn(byte[] value) {
    JsonNode node = tree(value);
    if (node != null) {
      shape.add(node);
    }
  }

  /**
   * A value without the fields that the earlier release does not write, in a fixed order.
   *
   * @param value bytes of the record; not modified
   * @return the reduced bytes; the given ones if they are no object
   */
  public byte[] reduce(byte[] value) {
    JsonNode node = tree(value);
    try {
      return node == null ? value : MAPPER.writeValueAsBytes(shape.of(node));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Null where a value is no JSON object, as rejected ones may be. */
  private static JsonNode tree(byte[] value) {
    try {
      JsonNode node = MAPPER.readTree(value);
      return node != null && node.isObject() ? node : null;
    } catch (IOException rejected) {
      return null;
    }
  }
}
