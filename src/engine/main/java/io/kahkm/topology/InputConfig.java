package io.kahkm.topology;

import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.internal.monitor.InputTiming;
import io.kahkm.internal.monitor.Pairing;
import io.kahkm.text.TimeFormat;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How input records are read and paired.
 *
 * @param topic where they come from
 * @param state fields of the sensor values in the order of the model's sensors, or one field that
 *     holds them all as an array
 * @param next with {@link Pairing#TRANSITIONS}, the fields of the successor, as many; else empty
 * @param time field of the event time; without one the order of arrival is the order of time
 * @param timeFormat how the time is written
 * @param steps how times are judged and missing values held
 * @param pairing how transitions are formed
 * @param episode field whose value is constant within an episode
 * @param end field that is true in the last state of an episode
 * @param longest pairs after which an episode's unit is closed for certificates
 * @param restartAfterIdle whether the operator asserts that the state after a gap is an independent
 *     start
 * @param stride every stride-th pair of an episode is certified
 * @param independentStrides whether the operator asserts that pairs so far apart are independent
 * @param forget silence in event time after which a stream is forgotten, never without it
 * @param mostStreams streams that a partition may have; records of further ones are rejected
 * @param rows how rows are written, where records hold rows
 * @param headers which headers of a record go on to what it causes
 * @param tags how tags become rows, where records hold tags; empty where they hold rows
 * @param units units of sensors by name, for people; of those that have one
 */
public record InputConfig(
    String topic,
    List<String> state,
    List<String> next,
    Optional<String> time,
    TimeFormat timeFormat,
    StepConfig steps,
    Pairing pairing,
    Optional<String> episode,
    Optional<String> end,
    OptionalInt longest,
    boolean restartAfterIdle,
    int stride,
    boolean independentStrides,
    Optional<Duration> forget,
    int mostStreams,
    RowFormat rows,
    HeaderPolicy headers,
    Optional<TagsConfig> tags,
    Map<String, String> units) {
  /** Copies the collections. */
  public InputConfig {
    state = List.copyOf(state);
    next = List.copyOf(next);
    units = Map.copyOf(units);
  }

  /**
   * Whether rows have an event time of their own.
   *
   * @return false if the order of arrival is the order of time
   */
  public boolean timed() {
    return time.isPresent() || tags.isPresent();
  }

  /**
   * How the monitor judges the times of rows.
   *
   * @return durations in nanoseconds
   */
  public InputTiming timing() {
    return steps.timing(timed(), tags.isPresent());
  }

  /**
   * The settings of the assemblers that make rows of tags.
   *
   * @return empty where records hold rows
   */
  public Optional<AssemblySettings> assembly() {
    return tags.map(config -> config.assembly(steps));
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

  /**
   * The same from another topic.
   *
   * @param newTopic where records come from
   * @return a copy
   */
  public InputConfig withTopic(String newTopic) {
    return new InputConfig(
        newTopic,
        state,
        next,
        time,
        timeFormat,
        steps,
        pairing,
        episode,
        end,
        longest,
        restartAfterIdle,
        stride,
        independentStrides,
        forget,
        mostStreams,
        rows,
        headers,
        tags,
        units);
  }
}
