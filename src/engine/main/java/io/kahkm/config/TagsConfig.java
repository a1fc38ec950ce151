package io.kahkm.config;

import io.kahkm.decode.FieldRules;
import io.kahkm.decode.NameRule;
import io.kahkm.decode.SchemaRules;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.internal.assembly.CellValue;
import io.kahkm.internal.assembly.SensorRule;
import io.kahkm.text.TimeFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How records of single tags are read and become rows.
 *
 * @param format how values are written
 * @param schema where schemas come from, for formats that have some
 * @param fields where stream, tag, value, time and quality are
 * @param sensors tag of each sensor by the sensor's name in the model, in the model's order
 * @param grace how late a tag may be, in event time
 * @param values which value a sensor's cell has; {@link CellValue#LAST} where none is named
 * @param onChange sensors that are sent on change only
 * @param clockSkew what the clock of a tag's device shows minus the true time
 * @param episode tag whose text names the episode
 * @param states texts of a sensor that stand for 0, 1, 2 and so on
 */
public record TagsConfig(
    InputFormat format,
    Optional<SchemaRules> schema,
    FieldRules fields,
    Map<String, String> sensors,
    Duration grace,
    Map<String, CellValue> values,
    Set<String> onChange,
    Map<String, Duration> clockSkew,
    Optional<String> episode,
    Map<String, List<String>> states) {
  /** Copies the collections. */
  public TagsConfig {
    sensors = Collections.unmodifiableMap(new LinkedHashMap<>(sensors));
    values = Map.copyOf(values);
    onChange = Set.copyOf(onChange);
    clockSkew = Map.copyOf(clockSkew);
    states = Map.copyOf(states);
  }

  /**
   * The tags of a recording, whose columns are named elsewhere.
   *
   * @param sensors tag of each sensor, in the model's order
   * @param grace how late a tag may be
   * @param values which value a sensor's cell has
   * @param onChange sensors that are sent on change only
   * @param episode tag whose text names the episode
   * @return the same without rules for fields of records, skewed clocks or states
   */
  public static TagsConfig ofFile(
      Map<String, String> sensors,
      Duration grace,
      Map<String, CellValue> values,
      Set<String> onChange,
      Optional<String> episode) {
    FieldRules unused =
        new FieldRules(
            Optional.empty(),
            "value",
            Optional.empty(),
            TimeFormat.AUTO,
            Optional.empty(),
            Set.of(),
            NameRule.KEY,
            NameRule.NAME);
    return new TagsConfig(
        InputFormat.JSON,
        Optional.empty(),
        unused,
        sensors,
        grace,
        values,
        onChange,
        Map.of(),
        episode,
        Map.of());
  }

  /**
   * Whether all tags of a stream have its name as their record's key: then its rows are made where
   * the records are read. Otherwise records go through a topic that brings those of a stream
   * together.
   *
   * @return false if there is such a topic
   */
  public boolean inPlace() {
    NameRule stream = fields.stream();
    return format != InputFormat.SPARKPLUG
        && stream.origin() == NameRule.Origin.KEY
        && stream.pattern().isEmpty();
  }

  /**
   * The settings of the streams' assemblers.
   *
   * @param steps the step is the width of a cell; the longest age of a value that stands in; the
   *     gap from which on a clock counts as set back
   * @return the settings
   * @throws IllegalArgumentException if grace and hold span too many cells
   * @throws java.util.NoSuchElementException without a step
   */
  public AssemblySettings assembly(StepConfig steps) {
    List<SensorRule> rules = new ArrayList<>();
    sensors.forEach(
        (sensor, tag) ->
            rules.add(
                new SensorRule(
                    values.getOrDefault(sensor, CellValue.LAST),
                    onChange.contains(sensor),
                    skew(tag))));
    return new AssemblySettings(
        steps.step().orElseThrow().toNanos(),
        grace.toNanos(),
        steps.hold().map(Duration::toNanos).orElse(0L),
        steps.idle().map(Duration::toNanos).orElse(0L),
        rules,
        episode.isPresent() ? OptionalLong.of(skew(episode.get())) : OptionalLong.empty());
  }

  private long skew(String tag) {
    return clockSkew.getOrDefault(tag, Duration.ZERO).toNanos();
  }
}
