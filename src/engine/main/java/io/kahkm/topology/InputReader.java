package io.kahkm.topology;

import io.kahkm.config.FieldConfig;
import io.kahkm.config.HeaderPolicy;
import io.kahkm.config.InputConfig;
import io.kahkm.config.RowFormat;
import io.kahkm.config.SilenceConfig;
import io.kahkm.config.StepConfig;
import io.kahkm.config.StreamConfig;
import io.kahkm.config.TagsConfig;
import io.kahkm.decode.SchemaRules;
import io.kahkm.decode.registry.InputFormat;
import io.kahkm.internal.assembly.AssemblySettings;
import io.kahkm.internal.monitor.setting.OperatingRule;
import io.kahkm.internal.monitor.setting.Pairing;
import io.kahkm.text.NearName;
import io.kahkm.text.TimeFormat;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads the section {@code input}: what records hold, as rows or as tags, and what is declared of
 * their times.
 */
final class InputReader {
  /** A key for every record would fill disk and heap; fleets are smaller. */
  private InputReader() {}

  static InputConfig read(Section section, String name, HeaderPolicy headers) {
    boolean tags = section.choice("layout", InputReader::isTags, false);
    return tags ? tagInput(section, name, headers) : rowInput(section, name, headers);
  }

  private static Boolean isTags(String layout) {
    if (!layout.equals("rows") && !layout.equals("tags")) {
      throw new IllegalArgumentException("\"" + layout + "\" is none of: rows, tags");
    }
    return layout.equals("tags");
  }

  /** Records hold tags: what says how rows are written has no meaning. */
  private static InputConfig tagInput(Section section, String name, HeaderPolicy headers) {
    String topic = section.topicName("topic", section.text("topic", name + ".tags"));
    Optional<String> time = section.optionalText("time");
    TimeFormat timeFormat = section.choice("time-unit", TimeFormat.MS);
    Optional<Duration> step = section.duration("step");
    Optional<Duration> idle = section.duration("idle");
    Optional<Duration> hold = section.duration("hold");
    List<Double> missing = missing(section);
    TagsConfig tags = TagsReader.read(section, time, timeFormat, step);
    StreamConfig streams = streams(section, step, idle);
    List<String> sensors = tags == null ? List.of() : List.copyOf(tags.sensors().keySet());
    Optional<OperatingRule> when =
        OperatingReader.read(section, sensors, OperatingReader.settle(section));
    if (section.optionalText("mode").isPresent()) {
      section.error(
          "mode",
          "is a field of rows, the file has layout: tags; run each mode's model in a topology file"
              + " of its own, with input.when");
    }
    Map<String, String> units = units(section, sensors);
    section.rejectUnknown();
    if (time.isEmpty() && section.has("time-unit")) {
      section.error("time-unit", "needs input.time, the field of the event time");
    }
    restartRule(section, streams, idle);
    InputConfig input =
        new InputConfig(
            topic,
            new FieldConfig(
                sensors,
                List.of(),
                time,
                timeFormat,
                tags == null ? Optional.empty() : tags.episode(),
                Optional.empty(),
                Optional.empty(),
                units),
            new StepConfig(step, 0, idle, hold, missing, when, Optional.empty()),
            Pairing.STATES,
            streams,
            RowFormat.JSON,
            headers,
            Optional.ofNullable(tags));
    if (section.healthy() && tags != null) {
      assemble(section, input, tags.grace(), hold, step.orElseThrow());
    }
    return input;
  }

  private static void assemble(
      Section section, InputConfig input, Duration grace, Optional<Duration> hold, Duration step) {
    if (AssemblySettings.spansTooMuch(
        grace.toNanos(), hold.orElse(Duration.ZERO).toNanos(), step.toNanos())) {
      section.error(
          "grace",
          "is "
              + DurationText.of(grace)
              + hold.map(held -> ", hold is " + DurationText.of(held)).orElse("")
              + ": together they may span at most "
              + AssemblySettings.MOST_CELLS
              + " steps of "
              + DurationText.of(step));
      return;
    }
    try {
      input.assembly();
    } catch (IllegalArgumentException wrong) {
      section.error("grace", "and hold: " + wrong.getMessage());
    }
  }

  private static List<Double> missing(Section section) {
    return section.numbers("missing", List.of(), value -> true, "");
  }

  /** One name may stand for a field that holds all sensors, whose names the model alone knows. */
  private static Map<String, String> units(Section section, List<String> sensors) {
    Section part = section.section("units");
    Map<String, String> units = new LinkedHashMap<>();
    for (String sensor : part.names()) {
      if (sensors.size() > 1 && !sensors.contains(sensor)) {
        part.error(
            sensor,
            "is not a sensor of the input"
                + NearName.of(sensor, sensors)
                    .map(near -> ", did you mean " + near + "?")
                    .orElse(""));
      }
      part.optionalText(sensor).ifPresent(unit -> units.put(sensor, unit));
    }
    return units;
  }

  private static InputConfig rowInput(Section section, String name, HeaderPolicy headers) {
    String topic = section.topicName("topic", section.text("topic", name + ".states"));
    InputFormat format = section.choice("format", InputFormat.JSON);
    if (format == InputFormat.SPARKPLUG) {
      section.error(
          "format",
          "is sparkplug, which sends single metrics when they change; they need layout: tags, which"
              + " makes rows of them");
    }
    Optional<SchemaRules> schema = TagsReader.schema(section, format);
    List<String> state = section.texts("state");
    if (!section.has("state")) {
      section.error("state", "is missing: name the fields of the sensor values, such as [q, p]");
    }
    List<String> next = section.texts("next");
    Optional<String> time = section.optionalText("time");
    TimeFormat timeFormat = section.choice("time-unit", TimeFormat.MS);
    Optional<Duration> step = section.duration("step");
    double tolerance =
        section.number("step-tolerance", 0.1, value -> value >= 0 && value < 1, "in [0, 1)");
    Pairing pairing = section.choice("pairing", Pairing.STATES);
    Optional<String> episode = section.optionalText("episode");
    Optional<String> end = section.optionalText("end");
    Optional<Duration> idle = section.duration("idle");
    Optional<Duration> hold = section.duration("hold");
    List<Double> missing = missing(section);
    Optional<String> mode = section.optionalText("mode");
    Duration settle = OperatingReader.settle(section);
    Optional<OperatingRule> when = OperatingReader.read(section, state, settle);
    StreamConfig streams = streams(section, step, idle);
    Map<String, String> units = units(section, state);
    FieldConfig fields = new FieldConfig(state, next, time, timeFormat, episode, end, mode, units);
    section.rejectUnknown();
    distinctFields(section, fields);
    if (time.isEmpty()) {
      for (String key : List.of("time-unit", "step", "step-tolerance", "settle")) {
        if (section.has(key)) {
          section.error(key, "needs input.time, the field of the event time");
        }
      }
    }
    if (pairing == Pairing.TRANSITIONS) {
      transitionRules(section, state, next);
    } else if (!section.wrong("pairing") && section.has("next")) {
      // No rule about pairings is applied to a guess.
      section.error("next", "needs pairing: transitions");
    }
    restartRule(section, streams, idle);
    return new InputConfig(
        topic,
        fields,
        new StepConfig(step, tolerance, idle, hold, missing, when, mode.map(field -> settle)),
        pairing,
        streams,
        new RowFormat(format, schema),
        headers,
        Optional.empty());
  }

  private static void distinctFields(Section section, FieldConfig fields) {
    Map<String, String> users = new HashMap<>();
    fields.state().forEach(field -> users.put(field, "state"));
    fields.next().forEach(field -> oneUse(section, users, "next", field));
    fields.time().ifPresent(field -> oneUse(section, users, "time", field));
    fields.episode().ifPresent(field -> oneUse(section, users, "episode", field));
    fields.end().ifPresent(field -> oneUse(section, users, "end", field));
    fields.mode().ifPresent(field -> oneUse(section, users, "mode", field));
  }

  private static void oneUse(Section section, Map<String, String> users, String use, String field) {
    String other = users.putIfAbsent(field, use);
    if (other != null) {
      section.error(use, "field \"" + field + "\" is already used by input." + other);
    }
  }

  private static void transitionRules(Section section, List<String> state, List<String> next) {
    if (next.size() != state.size()) {
      section.error(
          "next", "names " + next.size() + " fields, pairing: transitions needs " + state.size());
    }
    for (String key :
        List.of(
            "episode",
            "end",
            "idle",
            "hold",
            "when",
            "mode",
            "longest",
            "stride",
            "step",
            "step-tolerance")) {
      if (section.has(key)) {
        section.error(key, "needs pairing: states, a transition is complete by itself");
      }
    }
  }

  private static StreamConfig streams(
      Section section, Optional<Duration> step, Optional<Duration> idle) {
    Optional<Long> longest = section.optionalInteger("longest", 1, Integer.MAX_VALUE);
    Optional<Long> most = section.optionalInteger("most-streams", 1, Integer.MAX_VALUE);
    return new StreamConfig(
        longest.isPresent() ? OptionalInt.of(longest.get().intValue()) : OptionalInt.empty(),
        section.asserted("restart-after-idle"),
        (int) section.integer("stride", 1, Integer.MAX_VALUE, 1),
        section.asserted("independent"),
        forget(section, idle),
        most.isPresent() ? OptionalInt.of(most.get().intValue()) : OptionalInt.empty(),
        silence(section, step));
  }

  private static SilenceConfig silence(Section section, Optional<Duration> step) {
    SilenceConfig silence =
        new SilenceConfig(section.duration("silent-after"), section.duration("ended-after"));
    Duration silent = silence.silentAfter(step);
    Duration ended = silence.endedAfter(step);
    if (ended.compareTo(silent) <= 0) {
      section.error(
          "ended-after",
          "is "
              + DurationText.of(ended)
              + ", must be longer than the "
              + DurationText.of(silent)
              + " after which a stream is silent");
    }
    return silence;
  }

  private static Optional<Duration> forget(Section section, Optional<Duration> idle) {
    Optional<Duration> forget = section.duration("forget");
    if (forget.isPresent() && idle.isPresent() && forget.get().compareTo(idle.get()) <= 0) {
      section.error("forget", "is not longer than input.idle, after which only an episode ends");
    }
    return forget;
  }

  private static void restartRule(Section section, StreamConfig streams, Optional<Duration> idle) {
    if (streams.restartAfterIdle() && idle.isEmpty()) {
      section.error("restart-after-idle", "needs input.idle, the gap that is meant");
    }
  }
}
