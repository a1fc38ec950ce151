package io.kahkm.stream.input;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields that a topology file names, as a reader meets them on its way down: a name with dots
 * may be the name of a field, or a path through nested objects. Immutable.
 *
 * @param <T> what a field means
 */
final class FieldTree<T> {
  /** Dots of a name at which it may be a path; with each of them the ways to read it double. */
  private static final int MOST_DOTS = 8;

  private final Map<String, T> fields;
  private final Map<String, FieldTree<T>> objects = new HashMap<>();

  /**
   * Creates the tree.
   *
   * @param fields meaning of each field by its name or path
   */
  FieldTree(Map<String, T> fields) {
    this(fields, MOST_DOTS);
  }

  private FieldTree(Map<String, T> fields, int dots) {
    this.fields = Map.copyOf(fields);
    Map<String, Map<String, T>> inner = new HashMap<>();
    fields.forEach(
        (name, meaning) -> {
          int left = dots;
          for (int dot = name.indexOf('.'); dot >= 0 && left > 0; left--) {
            inner
                .computeIfAbsent(name.substring(0, dot), object -> new HashMap<>())
                .put(name.substring(dot + 1), meaning);
            dot = name.indexOf('.', dot + 1);
          }
        });
    inner.forEach((object, below) -> objects.put(object, new FieldTree<>(below, dots - 1)));
  }

  /** What the field of this name here means; null if it is none of those named. */
  @Nullable T field(String name) {
    return fields.get(name);
  }

  /** What an object of this name here may hold; null if it can hold none of the fields. */
  @Nullable FieldTree<T> object(String name) {
    return objects.get(name);
  }
}
