package io.kahkm.telemetry.meter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The meters of one kind of thing, each with what it says of such a thing: name, help and value
 * stand together. Filled where it is made and not changed afterwards.
 *
 * @param <T> what the meters look at
 */
public final class MeterTable<T> {
  /** Takes the values of a meter that may have several. */
  @FunctionalInterface
  public interface Values {
    /**
     * Adds a value.
     *
     * @param value NaN for none
     * @param labels values of the meter's own labels, without those that the table's meters share
     */
    void add(double value, String... labels);

    /**
     * Adds a value if there is one.
     *
     * @param value it
     * @param labels values of the meter's own labels
     */
    default void addIf(OptionalDouble value, String... labels) {
      add(value.orElse(Double.NaN), labels);
    }
  }

  private record Line<T>(Meter meter, BiConsumer<T, Values> says) {}

  private final List<String> shared;
  private final List<Line<T>> lines = new ArrayList<>();

  /**
   * No meters yet.
   *
   * @param shared labels that all of them have, first
   */
  public MeterTable(String... shared) {
    this.shared = List.of(shared);
  }

  /**
   * Adds a meter of one value.
   *
   * @param name full name as exposed; a counter's ends in {@code _total}
   * @param help unit, meaning, assumption
   * @param value what it says; NaN for nothing
   * @return this table
   */
  public MeterTable<T> value(String name, String help, ToDoubleFunction<T> value) {
    return each(name, help, (of, values) -> values.add(value.applyAsDouble(of)));
  }

  /**
   * Adds a meter of a value that may be missing.
   *
   * @param name full name as exposed
   * @param help unit, meaning, assumption
   * @param value what it says
   * @return this table
   */
  public MeterTable<T> maybe(String name, String help, Function<T, OptionalDouble> value) {
    return each(name, help, (of, values) -> values.addIf(value.apply(of)));
  }

  /**
   * Adds a meter that is 1 or 0.
   *
   * @param name full name as exposed
   * @param help meaning, assumption
   * @param value whether it is 1
   * @return this table
   */
  public MeterTable<T> flag(String name, String help, Predicate<T> value) {
    return each(name, help, (of, values) -> values.add(value.test(of) ? 1 : 0));
  }

  /**
   * Adds a meter with one label of its own.
   *
   * @param name full name as exposed
   * @param help unit, meaning, assumption
   * @param label name of the label
   * @param counts its values by the label's
   * @return this table
   */
  public MeterTable<T> counts(
      String name, String help, String label, Function<T, Map<String, Long>> counts) {
    return each(
        name,
        help,
        (of, values) -> counts.apply(of).forEach((key, count) -> values.add(count, key)),
        label);
  }

  /**
   * Adds a meter with any number of values.
   *
   * @param name full name as exposed
   * @param help unit, meaning, assumption
   * @param says adds its values
   * @param labels names of its own labels
   * @return this table
   */
  public MeterTable<T> each(
      String name, String help, BiConsumer<T, Values> says, String... labels) {
    List<String> all = Stream.concat(shared.stream(), Stream.of(labels)).toList();
    lines.add(new Line<>(Meter.of(name, help, all), says));
    return this;
  }

  /**
   * Says what is known of a thing.
   *
   * @param of the thing
   * @param samples receives it
   * @param labels values of the labels that all meters share
   */
  public void put(T of, Samples samples, String... labels) {
    for (Line<T> line : lines) {
      line.says.accept(of, (value, own) -> samples.put(line.meter, value, labels, own));
    }
  }

  /**
   * The meters.
   *
   * @return in the order in which they were added
   */
  public Stream<Meter> meters() {
    return lines.stream().map(Line::meter);
  }
}
