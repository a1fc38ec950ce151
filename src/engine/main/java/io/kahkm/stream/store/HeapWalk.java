package io.kahkm.stream.store;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The heap that an object takes with all that it alone refers to, counted by the lengths of arrays
 * and the fields of classes, not measured: the layout of a 64-bit HotSpot with compressed
 * references and class pointers. An object has a header of 12 bytes, an array one of 16, a
 * reference takes 4, and every object is filled up to a multiple of 8.
 *
 * <p>Of the library's own classes, whose fields are closed, it knows lists, deques, maps, strings,
 * boxes and optionals: a collection is counted as its object, 24 bytes, with an array of references
 * of its size. Enums, classes and lambdas belong to everybody and count nothing.
 *
 * <p>One owner, not thread-safe.
 */
public final class HeapWalk {
  private static final int OBJECT_HEADER = 12;
  private static final int ARRAY_HEADER = 16;
  private static final int REFERENCE = 4;
  private static final int COLLECTION = 24;
  private static final int BOX = 16;
  private static final int STRING = 24;

  /** For an object of the library that is none of those: most have a few fields. */
  private static final int LIBRARY = 48;

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<String, Long> byPath = new TreeMap<>();
  private final Set<String> unknown = new TreeSet<>();
  private final Deque<Step> waiting = new ArrayDeque<>();
  private long bytes;

  /** An object that is yet to be counted, and the fields that led there. */
  private record Step(Object object, String path) {}

  /** Nothing was counted yet. */
  public HeapWalk() {}

  /**
   * Leaves out objects and all they refer to: they belong to others too.
   *
   * @param shared not counted from here on
   * @return this walk
   */
  public HeapWalk without(Object... shared) {
    long before = bytes;
    for (Object each : shared) {
      count(each);
    }
    bytes = before;
    byPath.clear();
    return this;
  }

  /**
   * Counts an object with all it refers to that was not counted before.
   *
   * @param root where to begin
   * @return bytes
   */
  public long count(Object root) {
    long before = bytes;
    push(root, "");
    while (!waiting.isEmpty()) {
      Step next = waiting.pop();
      visit(next.object(), next.path());
    }
    return bytes - before;
  }

  /**
   * What was counted so far.
   *
   * @return bytes
   */
  public long bytes() {
    return bytes;
  }

  /**
   * What was counted last, by the path of fields that led there.
   *
   * @return bytes by path
   */
  public Map<String, Long> parts() {
    return byPath;
  }

  /**
   * Objects of the library that were counted without what they refer to, since it does not know
   * them.
   *
   * @return their classes, with the paths of fields that led there; an own set
   */
  public Set<String> unknown() {
    return new TreeSet<>(unknown);
  }

  private void push(@Nullable Object object, String path) {
    if (object != null
        && !(object instanceof Enum)
        && !(object instanceof Class)
        && !object.getClass().isHidden()
        && seen.add(object)) {
      waiting.push(new Step(object, path));
    }
  }

  private void add(long size, String path) {
    long whole = (size + 7) & -8;
    bytes += whole;
    byPath.merge(path, whole, Long::sum);
  }

  private void visit(Object object, String path) {
    Class<?> type = object.getClass();
    if (type.isArray()) {
      visitArray(object, type.getComponentType(), path);
    } else if (object instanceof Collection<?> items) {
      add(COLLECTION, path);
      add(ARRAY_HEADER + (long) REFERENCE * items.size(), path);
      items.forEach(item -> push(item, path));
    } else if (object instanceof Map<?, ?> map) {
      add(COLLECTION, path);
      add(ARRAY_HEADER + 8L * REFERENCE * map.size(), path);
      List<Object> items = new ArrayList<>(map.keySet());
      items.addAll(map.values());
      items.forEach(item -> push(item, path));
    } else if (object instanceof Optional<?> optional) {
      add(BOX, path);
      push(optional.orElse(null), path);
    } else if (object instanceof String text) {
      add(STRING, path);
      add(ARRAY_HEADER + (long) text.length(), path);
    } else if (object instanceof Number
        || object instanceof Boolean
        || object instanceof OptionalDouble
        || object instanceof OptionalLong) {
      add(BOX + 8L, path);
    } else if (type.getName().startsWith("java.") || type.getName().startsWith("jdk.")) {
      add(LIBRARY, path);
      unknown.add(type.getName() + " at " + path);
    } else {
      visitFields(object, type, path);
    }
  }

  private void visitArray(Object array, Class<?> component, String path) {
    int length = Array.getLength(array);
    add(ARRAY_HEADER + (long) length * size(component), path);
    if (!component.isPrimitive()) {
      for (int i = 0; i < length; i++) {
        push(Array.get(array, i), path);
      }
    }
  }

  private void visitFields(Object object, Class<?> type, String path) {
    long size = OBJECT_HEADER;
    for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())) {
          continue;
        }
        size += size(field.getType());
        if (!field.getType().isPrimitive()) {
          field.setAccessible(true);
          try {
            push(field.get(object), path + "." + field.getName());
          } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
          }
        }
      }
    }
    add(size, path);
  }

  private static int size(Class<?> type) {
    if (type == long.class || type == double.class) {
      return 8;
    }
    if (type == int.class || type == float.class) {
      return 4;
    }
    if (type == short.class || type == char.class) {
      return 2;
    }
    return type.isPrimitive() ? 1 : REFERENCE;
  }
}
