package io.kahkm.topology;

import io.kahkm.internal.monitor.setting.OperatingRule;
import io.kahkm.text.NearName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Reads when the machine of a stream runs and which mode it is in: {@code input.when}, {@code mode}
 * and {@code settle}.
 */
final class OperatingReader {
  private OperatingReader() {}

  /**
   * Reads the time to settle after a start or a change of mode.
   *
   * @param section of the input
   * @return zero where none is named, or it is wrong
   */
  static Duration settle(Section section) {
    Optional<Duration> settle = section.durationOrZero("settle");
    if (settle.isPresent() && !section.has("when") && !section.has("mode")) {
      section.error(
          "settle",
          "needs input.when, the rule that says when the machine runs, or input.mode, the field"
              + " that says which mode it is in");
    }
    return settle.orElse(Duration.ZERO);
  }

  /**
   * Reads the rule.
   *
   * @param section of the input
   * @param sensors its sensors; a single one may be a field that holds all of them, whose names the
   *     model alone knows
   * @param settle time after a start that is not judged
   * @return empty where the machine always runs, or the rule is wrong
   */
  static Optional<OperatingRule> read(Section section, List<String> sensors, Duration settle) {
    Optional<String> text = section.optionalText("when");
    if (text.isEmpty() || text.get().isEmpty()) {
      return Optional.empty();
    }
    OperatingRule rule;
    try {
      rule = OperatingRule.of(text.get());
    } catch (IllegalArgumentException wrong) {
      section.error("when", wrong);
      return Optional.empty();
    }
    rule = rule.withSettle(settle.toNanos()).among(sensors);
    if (!rule.isPlaced() && sensors.size() > 1) {
      section.error(
          "when",
          "is about \""
              + rule.sensor()
              + "\", which is not a sensor of the input"
              + NearName.of(rule.sensor(), sensors)
                  .map(near -> ", did you mean " + near + "?")
                  .orElse(""));
    }
    return Optional.of(rule);
  }
}
