package io.kahkm.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Records of the live view as JSON: an object with a field for each component, what is absent left
 * out, everything that is no record or collection as its text, which tells doubles exactly.
 */
final class StatusTree {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private StatusTree() {}

  static byte[] json(Object value) {
    try {
      return MAPPER.writeValueAsBytes(tree(value));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Object tree(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.map(StatusTree::tree).orElse(null);
    }
    if (value instanceof OptionalDouble optional) {
      return optional.isPresent() ? Double.toString(optional.getAsDouble()) : null;
    }
    if (value instanceof OptionalLong optional) {
      return optional.isPresent() ? Long.toString(optional.getAsLong()) : null;
    }
    if (value instanceof OptionalInt optional) {
      return optional.isPresent() ? Integer.toString(optional.getAsInt()) : null;
    }
    if (value instanceof Collection<?> several) {
      return several.stream().map(StatusTree::tree).toList();
    }
    if (value instanceof Map<?, ?> several) {
      Map<String, Object> fields = new TreeMap<>();
      several.forEach((name, field) -> fields.put(name.toString(), tree(field)));
      return fields;
    }
    if (value instanceof Record parts) {
      Map<String, Object> fields = new TreeMap<>();
      for (RecordComponent component : parts.getClass().getRecordComponents()) {
        Object field = tree(component(parts, component));
        if (field != null) {
          fields.put(component.getName(), field);
        }
      }
      return fields;
    }
    if (value.getClass().isArray()) {
      throw new IllegalArgumentException("an array has no text that tells its values");
    }
    return value.toString();
  }

  private static Object component(Record parts, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(parts);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
