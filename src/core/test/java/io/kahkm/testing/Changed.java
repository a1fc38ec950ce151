package io.kahkm.testing;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Copies of records that differ in one named field, however deep it lies. */
public final class Changed {
  private Changed() {}

  /**
   * A copy of a record with another value of a field.
   *
   * @param <T> the record's type
   * @param original not modified
   * @param field the name of one component, of the record itself or of a record in it; records in
   *     an {@link Optional} are looked into too
   * @param value the other value
   * @return the copy, checked as every such record is
   * @throws IllegalArgumentException if no component or more than one has the name
   */
  public static <T extends Record> T with(T original, String field, Object value) {
    List<String> paths = paths(original, field);
    if (paths.size() != 1) {
      throw new IllegalArgumentException(
          field + " is a field of " + original.getClass().getSimpleName() + " " + paths);
    }
    return at(original, paths.get(0), value);
  }

  private static List<String> paths(Record record, String field) {
    List<String> found = new ArrayList<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      if (component.getName().equals(field)) {
        found.add(field);
      }
      inside(read(record, component))
          .ifPresent(
              inner ->
                  paths(inner, field).forEach(path -> found.add(component.getName() + "." + path)));
    }
    return found;
  }

  private static Optional<Record> inside(Object value) {
    Object held = value instanceof Optional<?> optional ? optional.orElse(null) : value;
    return held instanceof Record record ? Optional.of(record) : Optional.empty();
  }

  private static <T extends Record> T at(T original, String path, Object value) {
    int dot = path.indexOf('.');
    String head = dot < 0 ? path : path.substring(0, dot);
    RecordComponent[] components = original.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      Object present = read(original, components[i]);
      values[i] = present;
      if (components[i].getName().equals(head)) {
        values[i] = dot < 0 ? value : changed(present, path.substring(dot + 1), value);
      }
    }
    return make(original, components, values);
  }

  private static Object changed(Object present, String path, Object value) {
    Record copy = at(inside(present).orElseThrow(), path, value);
    return present instanceof Optional<?> ? Optional.of(copy) : copy;
  }

  private static Object read(Record record, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException failure) {
      throw new IllegalStateException(failure);
    }
  }

  @SuppressWarnings("unchecked") // The canonical constructor of T makes a T.
  private static <T extends Record> T make(
      T original, RecordComponent[] components, Object[] values) {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = original.getClass().getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return (T) constructor.newInstance(values);
    } catch (InvocationTargetException refused) {
      throw refused.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(refused);
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
