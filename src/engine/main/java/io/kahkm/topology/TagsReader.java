package io.kahkm.topology;

import io.kahkm.config.TagsConfig;
import io.kahkm.decode.FieldRules;
import io.kahkm.decode.NameRule;
import io.kahkm.decode.SchemaRules;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.internal.assembly.CellValue;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.text.TimeFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Reads the part of {@code input} that says how tags become rows. */
final class TagsReader {
  private static final int FOUR_BYTES = 4;

  private final Section section;

  private TagsReader(Section section) {
    this.section = section;
  }

  /**
   * Reads the fields of {@code layout: tags}.
   *
   * @param section the input section
   * @param time field of the event time
   * @param timeFormat how it is written
   * @param step the grid's step; its absence is reported here
   * @return the configuration, or null if anything was wrong
   */
  static @Nullable TagsConfig read(
      Section section, Optional<String> time, TimeFormat timeFormat, Optional<Duration> step) {
    return new TagsReader(section).read(time, timeFormat, step);
  }

  private @Nullable TagsConfig read(
      Optional<String> time, TimeFormat timeFormat, Optional<Duration> step) {
    InputFormat format = section.choice("format", InputFormat.JSON);
    Optional<SchemaRules> schema = schema(section, format);
    FieldRules fields = fields(format, time, timeFormat);
    Map<String, String> sensors = sensors();
    Optional<Duration> grace = section.duration("grace");
    Map<String, CellValue> values = values(sensors);
    Set<String> onChange = new HashSet<>(section.texts("on-change"));
    onChange.forEach(name -> requireSensor("on-change", name, sensors));
    Section episodeSection = section.section("episode");
    Optional<String> episode = episodeSection.optionalText("tag");
    if (section.has("episode") && episode.isEmpty()) {
      episodeSection.error("tag", "is missing: the tag whose text names the episode");
    }
    episodeSection.rejectUnknown();
    if (episode.isPresent() && sensors.containsValue(episode.get())) {
      episodeSection.error("tag", "\"" + episode.get() + "\" is already a sensor's");
    }
    Map<String, Duration> skew = clockSkew(sensors, episode);
    Map<String, List<String>> states = states(sensors);
    if (step.isEmpty() && !section.has("step")) {
      section.error("step", "is missing: layout: tags makes rows on a grid of time");
    }
    return section.healthy()
        ? new TagsConfig(
            format,
            schema,
            fields,
            sensors,
            grace.orElse(step.orElse(Duration.ofSeconds(1))),
            values,
            onChange,
            skew,
            episode,
            states)
        : null;
  }

  private FieldRules fields(InputFormat format, Optional<String> time, TimeFormat timeFormat) {
    Section fields = section.section("fields");
    Optional<String> each = fields.optionalText("each");
    String value = fields.text("value", "value");
    Optional<String> quality = fields.optionalText("quality");
    Set<String> good = new HashSet<>(fields.texts("good"));
    fields.rejectUnknown();
    if (!good.isEmpty() && quality.isEmpty()) {
      fields.error("good", "needs fields.quality, the field of the codes");
    }
    if (format.namesTags() && section.has("fields")) {
      section.error(
          "fields", "is not for format: " + format.label() + ", which defines its own fields");
    }
    boolean named = format.namesTags() || value.equals(FieldRules.ALL);
    NameRule stream = rule("stream", format, NameRule.KEY);
    NameRule tag = rule("tag", format, named ? NameRule.NAME : NameRule.KEY);
    return new FieldRules(each, value, time, timeFormat, quality, good, stream, tag);
  }

  private NameRule rule(String key, InputFormat format, NameRule otherwise) {
    if (!section.has(key)) {
      section.section(key);
      return otherwise;
    }
    Section part = section.section(key);
    String from = part.text("from", otherwise.origin().label());
    String[] words = from.split("\\s+", 2);
    Optional<Pattern> pattern = part.optionalText("pattern").flatMap(text -> pattern(part, text));
    part.rejectUnknown();
    try {
      NameRule.Origin origin = Labels.find(NameRule.Origin.class, words[0]);
      NameRule rule = new NameRule(origin, words.length == 1 ? "" : words[1], pattern);
      if (format == InputFormat.SPARKPLUG && !suitsSparkplug(key, origin)) {
        part.error(
            "from",
            "is "
                + from
                + ", with format: sparkplug it can be: "
                + (key.equals("stream") ? "key, header NAME" : "name"));
      } else if (key.equals("stream") && origin == NameRule.Origin.NAME) {
        part.error("from", "must not be name, which is the tag's name: a stream has many tags");
      }
      return rule;
    } catch (IllegalArgumentException wrong) {
      String reason = Objects.requireNonNull(wrong.getMessage());
      String place = reason.startsWith("pattern") ? "pattern" : "from";
      part.error(place, reason.replaceFirst("^(pattern|name) ", ""));
      return otherwise;
    }
  }

  private static boolean suitsSparkplug(String key, NameRule.Origin origin) {
    return key.equals("stream")
        ? origin == NameRule.Origin.KEY || origin == NameRule.Origin.HEADER
        : origin == NameRule.Origin.NAME;
  }

  private static Optional<Pattern> pattern(Section part, String text) {
    try {
      return Optional.of(Pattern.compile(text));
    } catch (PatternSyntaxException wrong) {
      part.error("pattern", "is not a valid regular expression: " + wrong.getDescription());
      return Optional.empty();
    }
  }

  private Map<String, String> sensors() {
    Section part = section.section("sensors");
    Map<String, String> sensors = new LinkedHashMap<>();
    for (String sensor : part.names()) {
      String tag = part.text(sensor);
      if (sensors.containsValue(tag)) {
        part.error(sensor, "tag \"" + tag + "\" is already another sensor's");
      }
      sensors.put(sensor, tag);
    }
    if (sensors.isEmpty() && section.healthy()) {
      section.error(
          "sensors", "is missing: name the model's sensors and their tags, such as {q: TT-101}");
    }
    return sensors;
  }

  private void requireSensor(String key, String name, Map<String, String> sensors) {
    if (!sensors.containsKey(name)) {
      section.error(
          key, "\"" + name + "\" is none of the sensors " + String.join(", ", sensors.keySet()));
    }
  }

  private Map<String, CellValue> values(Map<String, String> sensors) {
    Map<String, CellValue> values = new LinkedHashMap<>();
    if (section.isText("value")) {
      CellValue all = section.choice("value", CellValue.LAST);
      sensors.keySet().forEach(sensor -> values.put(sensor, all));
    } else {
      Section part = section.section("value");
      for (String sensor : part.names()) {
        requireSensor("value", sensor, sensors);
        values.put(sensor, part.choice(sensor, CellValue.LAST));
      }
    }
    return values;
  }

  private Map<String, Duration> clockSkew(Map<String, String> sensors, Optional<String> episode) {
    Section part = section.section("clock-skew");
    Map<String, Duration> skew = new LinkedHashMap<>();
    for (String tag : part.names()) {
      if (!sensors.containsValue(tag) && !episode.equals(Optional.of(tag))) {
        part.error(tag, "is no tag of input.sensors");
      }
      part.signedDuration(tag).ifPresent(offset -> skew.put(tag, offset));
    }
    return skew;
  }

  private Map<String, List<String>> states(Map<String, String> sensors) {
    Section part = section.section("states");
    Map<String, List<String>> states = new LinkedHashMap<>();
    for (String sensor : part.names()) {
      requireSensor("states", sensor, sensors);
      states.put(sensor, part.texts(sensor));
    }
    return states;
  }

  /**
   * Reads where schemas come from.
   *
   * @param section the input section
   * @param format the input's format
   * @return the rules, empty where the format has no schemas or anything was wrong
   */
  static Optional<SchemaRules> schema(Section section, InputFormat format) {
    if (!format.hasSchema()) {
      if (section.has("schema")) {
        section.error("schema", "is not for format: " + format.label());
      }
      section.section("schema");
      return Optional.empty();
    }
    Section part = section.section("schema");
    Optional<String> registry = part.optionalText("registry");
    Optional<Path> file = part.optionalText("file").map(Path::of);
    Optional<String> message = part.optionalText("message");
    Optional<String> login = part.optionalText("login");
    int idBytes = (int) part.integer("id-bytes", FOUR_BYTES, 2 * FOUR_BYTES, FOUR_BYTES);
    part.rejectUnknown();
    if (registry.isPresent() == file.isPresent()) {
      section.error("schema", "needs either registry (an address) or file");
    }
    if (file.isPresent() && format == InputFormat.JSON_SCHEMA) {
      part.error("file", "is not for format: json-schema; plain JSON is format: json");
    }
    if (file.isPresent() && format == InputFormat.PROTOBUF && message.isEmpty()) {
      part.error("message", "is missing: the full name of the message in the file");
    }
    registry.ifPresent(address -> requireAddress(part, address));
    if (idBytes != FOUR_BYTES && idBytes != 2 * FOUR_BYTES) {
      part.error("id-bytes", "is " + idBytes + ", must be 4 or 8");
    }
    return part.healthy() && registry.isPresent() != file.isPresent()
        ? Optional.of(new SchemaRules(registry, login, idBytes, file, message))
        : Optional.empty();
  }

  /**
   * The value is not repeated where it may hold a password: errors end in logs and tickets. A
   * password may hold any character, so that whatever has an @ may hold one.
   */
  private static void requireAddress(Section part, String address) {
    if (address.matches("https?://[^/?#@][^@]*")) {
      return;
    }
    if (address.contains("@")) {
      part.error(
          "registry",
          "must not hold a user or password; put them into schema.login, joined by a colon");
    } else {
      part.error("registry", "is \"" + address + "\", must begin with http:// or https://");
    }
  }
}
