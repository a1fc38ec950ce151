package io.kahkm.internal.certificate;

import io.kahkm.internal.numeric.Labelled;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The stored form of a record: its components one after the other, in the order in which it
 * declares them; every number keeps its bits. A component that is added to the record, or that
 * changes its place, changes the stored form.
 *
 * @param <R> the record, of numbers, constants with a label, records, and optional ones of these
 */
final class RecordState<R extends Record> {
  /** How values of a type are stored. */
  private record Form(BiConsumer<Object, StateWriter> write, Function<StateReader, Object> read) {}

  /**
   * A component.
   *
   * @param accessor its accessor
   * @param form how it is stored
   * @param absent its value where it is not stored; empty where it is
   */
  private record Part(Method accessor, Form form, Optional<Object> absent) {}

  private final List<Part> parts;
  private final Constructor<R> constructor;

  private RecordState(Class<R> type, Map<String, Object> absent) {
    RecordComponent[] components = type.getRecordComponents();
    parts =
        Arrays.stream(components)
            .map(
                component ->
                    new Part(
                        component.getAccessor(),
                        form(component.getGenericType()),
                        Optional.ofNullable(absent.get(component.getName()))))
            .toList();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new);
    try {
      constructor = type.getDeclaredConstructor(types);
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException("no stored form", e);
    }
  }

  /** The stored form of a record with all its components. */
  static <R extends Record> RecordState<R> of(Class<R> type) {
    return new RecordState<>(type, Map.of());
  }

  /**
   * The stored form of a record without some of its components.
   *
   * @param absent the components that are not stored, and what they are when read
   */
  static <R extends Record> RecordState<R> without(Map<String, Object> absent, Class<R> type) {
    return new RecordState<>(type, absent);
  }

  void write(R record, StateWriter writer) {
    for (Part part : parts) {
      if (part.absent.isEmpty()) {
        part.form.write.accept(called(() -> part.accessor.invoke(record)), writer);
      }
    }
  }

  R read(StateReader reader) {
    Object[] values = new Object[parts.size()];
    for (int i = 0; i < values.length; i++) {
      Part part = parts.get(i);
      values[i] = part.absent.isPresent() ? part.absent.get() : part.form.read.apply(reader);
    }
    return called(() -> constructor.newInstance(values));
  }

  private interface Reflection<T> {
    T get() throws ReflectiveOperationException;
  }

  /** What was called, with its own exceptions. */
  private static <T> T called(Reflection<T> call) {
    try {
      return call.get();
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Form form(Type type) {
    if (type == double.class) {
      return new Form((value, to) -> to.putDouble((double) value), StateReader::getDouble);
    }
    if (type == int.class) {
      return new Form((value, to) -> to.putInt((int) value), StateReader::getInt);
    }
    if (type == long.class) {
      return new Form((value, to) -> to.putLong((long) value), StateReader::getLong);
    }
    if (type == OptionalDouble.class) {
      return new Form(
          (value, to) -> write((OptionalDouble) value, to), RecordState::readOptionalDouble);
    }
    if (type instanceof Class<?> one && Labelled.class.isAssignableFrom(one)) {
      return constant(one.asSubclass(Labelled.class));
    }
    if (type instanceof Class<?> one && one.isRecord()) {
      return nested(one.asSubclass(Record.class));
    }
    if (type instanceof ParameterizedType generic && generic.getRawType() == Optional.class) {
      return optional(form(generic.getActualTypeArguments()[0]));
    }
    if (type instanceof ParameterizedType generic
        && generic.getRawType() == List.class
        && generic.getActualTypeArguments()[0] == Double.class) {
      return new Form(
          (value, to) ->
              to.putDoubles(
                  ((List<?>) value).stream().mapToDouble(each -> (double) each).toArray()),
          from -> Arrays.stream(from.getDoubles()).boxed().toList());
    }
    throw new IllegalArgumentException(type + " has no stored form");
  }

  private static void write(OptionalDouble value, StateWriter writer) {
    writer.putBoolean(value.isPresent());
    writer.putDouble(value.orElse(0));
  }

  private static OptionalDouble readOptionalDouble(StateReader reader) {
    boolean present = reader.getBoolean();
    double value = reader.getDouble();
    return present ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /** By its label, which does not change when constants come and go. */
  private static Form constant(Class<? extends Labelled> type) {
    return new Form(
        (value, to) -> to.putString(((Labelled) value).label()),
        from -> Labels.find(type, from.getText()));
  }

  private static <N extends Record> Form nested(Class<N> type) {
    RecordState<N> state = of(type);
    return new Form((value, to) -> state.write(type.cast(value), to), state::read);
  }

  private static Form optional(Form form) {
    return new Form(
        (value, to) -> {
          Optional<?> optional = (Optional<?>) value;
          to.putBoolean(optional.isPresent());
          optional.ifPresent(present -> form.write.accept(present, to));
        },
        from -> from.getBoolean() ? Optional.of(form.read.apply(from)) : Optional.empty());
  }
}
