package io.kahkm.topology;

import io.kahkm.config.InputConfig;
import io.kahkm.config.SilenceConfig;
import io.kahkm.config.StepConfig;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Writes the steps and streams of an input, of rows and of tags alike. */
final class StepWriter {
  private StepWriter() {}

  /** What of the readings is left out: numbers that stand for none, and when nothing runs. */
  static void left(StepConfig steps, Map<String, Object> values) {
    if (!steps.missing().isEmpty()) {
      values.put("missing", steps.missing());
    }
    steps
        .when()
        .ifPresent(
            rule -> {
              values.put("when", rule.text());
              if (rule.settle() > 0) {
                values.put("settle", DurationText.of(Duration.ofNanos(rule.settle())));
              }
            });
    steps
        .modes()
        .filter(settle -> !settle.isZero())
        .ifPresent(settle -> values.put("settle", DurationText.of(settle)));
  }

  /** What is expected of streams besides their episodes, and the units of their sensors. */
  static void streams(InputConfig input, Map<String, Object> values) {
    if (input.streams().independentStrides()) {
      values.put("independent", "asserted");
    }
    input.streams().forget().ifPresent(forget -> values.put("forget", DurationText.of(forget)));
    SilenceConfig silence = input.streams().silence();
    silence.silentAfter().ifPresent(after -> values.put("silent-after", DurationText.of(after)));
    silence.endedAfter().ifPresent(after -> values.put("ended-after", DurationText.of(after)));
    input.streams().most().ifPresent(most -> values.put("most-streams", most));
    if (!input.fields().units().isEmpty()) {
      values.put("units", new TreeMap<>(input.fields().units()));
    }
  }
}
