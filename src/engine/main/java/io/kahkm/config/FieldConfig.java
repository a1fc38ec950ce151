package io.kahkm.config;

import io.kahkm.text.TimeFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The fields of a row.
 *
 * @param state fields of the sensor values in the order of the model's sensors, or one field that
 *     holds them all as an array
 * @param next with {@link io.kahkm.internal.monitor.setting.Pairing#TRANSITIONS}, the fields of the
 *     successor, as many; else empty
 * @param time field of the event time; without one the order of arrival is the order of time
 * @param timeFormat how the time is written
 * @param episode field whose value is constant within an episode
 * @param end field that is true in the last state of an episode
 * @param mode field that says which mode the machine is in, where it has several with a model each
 * @param units units of sensors by name, for people; of those that have one
 */
public record FieldConfig(
    List<String> state,
    List<String> next,
    Optional<String> time,
    TimeFormat timeFormat,
    Optional<String> episode,
    Optional<String> end,
    Optional<String> mode,
    Map<String, String> units) {
  /** Copies the collections. */
  public FieldConfig {
    state = List.copyOf(state);
    next = List.copyOf(next);
    units = Map.copyOf(units);
  }

  /**
   * The names of all fields that are read.
   *
   * @return those of sensors first
   */
  public Stream<String> names() {
    return Stream.of(
            state.stream(),
            next.stream(),
            time.stream(),
            episode.stream(),
            end.stream(),
            mode.stream())
        .flatMap(names -> names);
  }

  /**
   * Units by the names that the model gives the sensors.
   *
   * @param sensors names of the model's sensors, in the order of the state
   * @return a new map of those that have one
   */
  public Map<String, String> unitsOf(List<String> sensors) {
    Map<String, String> named = new LinkedHashMap<>();
    for (int i = 0; i < sensors.size(); i++) {
      String field = state.size() == sensors.size() ? state.get(i) : sensors.get(i);
      if (units.containsKey(field)) {
        named.put(sensors.get(i), units.get(field));
      }
    }
    return named;
  }
}
