package io.kahkm.topology;

import io.kahkm.config.StepConfig;
import java.time.Duration;
import java.util.Map;

/** Writes the steps of an input, of rows and of tags alike. */
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
}
