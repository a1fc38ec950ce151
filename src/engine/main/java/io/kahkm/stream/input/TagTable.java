package io.kahkm.stream.input;

import io.kahkm.config.StepConfig;
import io.kahkm.config.TagsConfig;
import io.kahkm.decode.RawReading;
import io.kahkm.decode.RejectReason;
import io.kahkm.text.DecimalMark;
import io.kahkm.text.NumberText;
import io.kahkm.text.UnicodeText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The tags that a topology file names: which sensor each is and what its values mean. Immutable.
 */
public final class TagTable {
  /** Longest name of an episode, characters: it stays on the heap and in every snapshot. */
  static final int LONGEST_EPISODE = 256;

  private final Map<String, Integer> tags = new HashMap<>();
  private final StepConfig steps;
  private final List<String> names;
  private final List<Map<String, Integer>> states = new ArrayList<>();

  /**
   * Creates a table.
   *
   * @param config the tags of the topology file
   * @param rule what numbers stand for no reading
   */
  public TagTable(TagsConfig config, StepConfig rule) {
    steps = rule;
    names = List.copyOf(config.sensors().values());
    config
        .sensors()
        .forEach(
            (sensor, tag) -> {
              tags.put(tag, tags.size());
              Map<String, Integer> texts = new HashMap<>();
              config
                  .states()
                  .getOrDefault(sensor, List.of())
                  .forEach(t -> texts.put(t, texts.size()));
              states.add(texts);
            });
    config.episode().ifPresent(tag -> tags.put(tag, TagReading.EPISODE));
  }

  /**
   * Whether the file names a tag.
   *
   * @param tag the tag, or null
   * @return false for tags that are to be ignored
   */
  public boolean knows(@Nullable String tag) {
    return tag != null && tags.containsKey(tag);
  }

  /**
   * The tag of a sensor.
   *
   * @param sensor index of the sensor
   * @return the tag
   */
  public String tag(int sensor) {
    return names.get(sensor);
  }

  /**
   * Number of sensors.
   *
   * @return values of a row
   */
  public int sensors() {
    return names.size();
  }

  /** What a reading's value is: a reading of a sensor, or the reason why it is none. */
  public record Resolved(@Nullable TagReading reading, @Nullable RejectReason problem) {}

  /**
   * Takes a raw reading as that of its sensor.
   *
   * @param raw a reading whose tag the file names
   * @return the reading; with the reason if its value cannot be used, and then no reading
   */
  public Resolved resolve(RawReading raw) {
    int sensor = Objects.requireNonNull(tags.get(raw.tag()));
    if (sensor == TagReading.EPISODE) {
      return episode(raw);
    }
    return switch (raw.kind()) {
      case NUMBER -> number(sensor, raw.time(), raw.number());
      case BAD -> value(sensor, raw.time(), Double.NaN);
      case INFINITE -> new Resolved(null, RejectReason.NOT_FINITE);
      case OTHER -> new Resolved(null, RejectReason.NOT_NUMERIC);
      case TEXT -> text(sensor, raw);
    };
  }

  private Resolved number(int sensor, long time, double number) {
    return value(sensor, time, steps.isMissing(number) ? Double.NaN : number);
  }

  private static Resolved value(int sensor, long time, double value) {
    return new Resolved(new TagReading(sensor, time, value, null), null);
  }

  private Resolved text(int sensor, RawReading raw) {
    String text = Objects.requireNonNull(raw.text()).strip();
    Integer state = states.get(sensor).get(text);
    if (state != null) {
      return value(sensor, raw.time(), state);
    }
    if (NumberText.isNan(text)) {
      return value(sensor, raw.time(), Double.NaN);
    }
    OptionalDouble number = NumberText.parse(text, DecimalMark.UNKNOWN);
    if (NumberText.isInfinite(text)
        || (number.isPresent() && Double.isInfinite(number.getAsDouble()))) {
      return new Resolved(null, RejectReason.NOT_FINITE);
    }
    return number.isPresent()
        ? number(sensor, raw.time(), number.getAsDouble())
        : new Resolved(null, RejectReason.NOT_NUMERIC);
  }

  private static Resolved episode(RawReading raw) {
    String named = raw.asText();
    String text = named == null ? "" : named.strip();
    if (text.isEmpty()) {
      return new Resolved(null, RejectReason.MISSING_FIELD);
    }
    if (!UnicodeText.isWellFormed(text)) {
      return new Resolved(null, RejectReason.MALFORMED);
    }
    return text.length() > LONGEST_EPISODE
        ? new Resolved(null, RejectReason.TOO_LARGE)
        : new Resolved(new TagReading(TagReading.EPISODE, raw.time(), Double.NaN, text), null);
  }
}
