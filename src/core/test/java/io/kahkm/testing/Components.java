package io.kahkm.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The components of a record and of the records in it, by path. */
public final class Components {
  /** Stands for an empty optional. */
  public static final String ABSENT = "absent";

  private Components() {}

  /**
   * Reads all components.
   *
   * @param record not modified
   * @return path, names joined by dots, to value: enums by their name, collections as lists
   */
  public static Map<String, Object> of(Record record) {
    Map<String, Object> components = new TreeMap<>();
    collect(record, "", components);
    return components;
  }

  private static void collect(Record record, String prefix, Map<String, Object> into) {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      Object value = plain(read(record, component));
      if (value instanceof Record inner) {
        collect(inner, prefix + component.getName() + ".", into);
      } else {
        into.put(prefix + component.getName(), value);
      }
    }
  }

  private static Object plain(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.isPresent() ? plain(optional.get()) : ABSENT;
    }
    if (value instanceof OptionalDouble optional) {
      return optional.isPresent() ? Double.valueOf(optional.getAsDouble()) : ABSENT;
    }
    if (value instanceof OptionalLong optional) {
      return optional.isPresent() ? Long.valueOf(optional.getAsLong()) : ABSENT;
    }
    if (value instanceof OptionalInt optional) {
      return optional.isPresent() ? Integer.valueOf(optional.getAsInt()) : ABSENT;
    }
    if (value instanceof Collection<?> collection) {
      return List.copyOf(collection);
    }
    return value instanceof Enum<?> constant ? constant.name() : value;
  }

  private static Object read(Record record, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
