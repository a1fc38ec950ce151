package io.kahkm.cli;

import io.kahkm.cli.console.Durations;
import io.kahkm.cli.console.PlainNumber;
import io.kahkm.internal.numeric.Labels;
import io.kahkm.system.Fault;
import io.kahkm.system.FaultKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Faults as options write them: {@code stream=sensor-03,kind=drift,sensor=q,from=20s,to=40s}. */
final class FaultParser {
  private static final List<String> KEYS =
      List.of("stream", "kind", "sensor", "part", "from", "to", "size");

  private FaultParser() {}

  static Fault parse(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String field : text.split(",", -1)) {
      int equals = field.indexOf('=');
      String key = equals < 0 ? field : field.substring(0, equals);
      if (equals < 0 || !KEYS.contains(key)) {
        throw new IllegalArgumentException("\"" + field + "\" is not one of " + KEYS + " with =");
      }
      if (fields.put(key, field.substring(equals + 1)) != null) {
        throw new IllegalArgumentException("\"" + key + "\" is given twice");
      }
    }
    FaultKind kind = Labels.find(FaultKind.class, required(fields, "kind"));
    Duration from = Durations.parse(required(fields, "from"));
    Duration to = Durations.parse(required(fields, "to"));
    String size = kind == FaultKind.FROZEN ? "0" : required(fields, "size");
    double value;
    try {
      value = PlainNumber.parse(size);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("size \"" + size + "\" is not a finite number");
    }
    return new Fault(
        required(fields, "stream"),
        kind,
        Optional.ofNullable(fields.get("sensor")),
        Optional.ofNullable(fields.get("part")),
        from,
        to,
        value);
  }

  private static String required(Map<String, String> fields, String key) {
    String value = fields.get(key);
    if (value == null) {
      throw new IllegalArgumentException(
          key + " is missing, " + Arrays.toString(fields.keySet().toArray()) + " are given");
    }
    return value;
  }
}
