package io.kahkm.topology;

import io.kahkm.config.InputConfig;
import io.kahkm.config.Secret;
import io.kahkm.config.TagsConfig;
import io.kahkm.decode.FieldRules;
import io.kahkm.decode.NameRule;
import io.kahkm.decode.SchemaRules;
import io.kahkm.internal.assembly.CellValue;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes the part of {@code input} that says how tags become rows. */
final class TagsWriter {
  private TagsWriter() {}

  static void write(InputConfig input, TagsConfig tags, Map<String, Object> values) {
    values.put("layout", "tags");
    values.put("format", tags.format().label());
    tags.schema().ifPresent(schema -> values.put("schema", schema(schema)));
    FieldRules fields = tags.fields();
    if (!tags.format().namesTags()) {
      values.put("fields", fields(fields));
    }
    values.put("stream", rule(fields.stream()));
    values.put("tag", rule(fields.tag()));
    values.put("sensors", tags.sensors());
    input
        .fields()
        .time()
        .ifPresent(
            time -> {
              values.put("time", time);
              values.put("time-unit", input.fields().timeFormat().label());
            });
    values.put("step", DurationText.of(input.steps().step().orElseThrow()));
    values.put("grace", DurationText.of(tags.grace()));
    Map<String, String> cells = new LinkedHashMap<>();
    tags.sensors()
        .keySet()
        .forEach(
            sensor ->
                cells.put(sensor, tags.values().getOrDefault(sensor, CellValue.LAST).label()));
    values.put("value", cells);
    input.steps().hold().ifPresent(hold -> values.put("hold", DurationText.of(hold)));
    StepWriter.left(input.steps(), values);
    if (!tags.onChange().isEmpty()) {
      values.put("on-change", new TreeSet<>(tags.onChange()).stream().toList());
    }
    if (!tags.clockSkew().isEmpty()) {
      Map<String, String> skew = new TreeMap<>();
      tags.clockSkew().forEach((tag, offset) -> skew.put(tag, signed(offset)));
      values.put("clock-skew", skew);
    }
    tags.episode().ifPresent(tag -> values.put("episode", Map.of("tag", tag)));
    if (!tags.states().isEmpty()) {
      values.put("states", new TreeMap<>(tags.states()));
    }
    input.steps().idle().ifPresent(idle -> values.put("idle", DurationText.of(idle)));
    input.streams().longest().ifPresent(longest -> values.put("longest", longest));
    if (input.streams().restartAfterIdle()) {
      values.put("restart-after-idle", "asserted");
    }
    values.put("stride", input.streams().stride());
    StepWriter.streams(input, values);
  }

  private static String signed(Duration duration) {
    return duration.isNegative()
        ? "-" + DurationText.of(duration.negated())
        : DurationText.of(duration);
  }

  private static Map<String, Object> fields(FieldRules fields) {
    Map<String, Object> values = new LinkedHashMap<>();
    fields.each().ifPresent(each -> values.put("each", each));
    values.put("value", fields.value());
    fields.quality().ifPresent(quality -> values.put("quality", quality));
    if (!fields.good().isEmpty()) {
      values.put("good", new TreeSet<>(fields.good()).stream().toList());
    }
    return values;
  }

  private static Map<String, Object> rule(NameRule rule) {
    Map<String, Object> values = new LinkedHashMap<>();
    String origin = rule.origin().label();
    values.put("from", rule.name().isEmpty() ? origin : origin + " " + rule.name());
    rule.pattern().ifPresent(pattern -> values.put("pattern", pattern.pattern()));
    return values;
  }

  /** The login is a secret. */
  static Map<String, Object> schema(SchemaRules schema) {
    Map<String, Object> values = new LinkedHashMap<>();
    schema.registry().ifPresent(registry -> values.put("registry", registry));
    schema.login().ifPresent(login -> values.put("login", Secret.MASK));
    schema.file().ifPresent(file -> values.put("file", file.toString()));
    schema.message().ifPresent(message -> values.put("message", message));
    values.put("id-bytes", schema.idBytes());
    return values;
  }
}
