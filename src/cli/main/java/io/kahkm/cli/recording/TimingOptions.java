package io.kahkm.cli.recording;

import io.kahkm.cli.console.UsageException;
import io.kahkm.config.FieldConfig;
import io.kahkm.config.StepConfig;
import io.kahkm.internal.monitor.setting.OperatingRule;
import io.kahkm.text.NearName;
import io.kahkm.text.TimeFormat;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/**
 * When the rows of a file were read, which of them follow one another, and which are judged:
 * options of all offline commands.
 */
final class TimingOptions {
  @Option(
      names = "--time",
      paramLabel = "COLUMN",
      description =
          "The column that holds the event time. Without it the order of the rows is the order of "
              + "time.")
  String time;

  @Option(
      names = "--time-unit",
      defaultValue = "auto",
      paramLabel = "UNIT",
      description =
          "auto (ISO text, or epoch numbers whose size tells the unit), iso, dmy (text, the day"
              + " first), mdy (the month first), min, s, ms, us or ns.")
  TimeFormat timeUnit = TimeFormat.AUTO;

  @Option(
      names = "--step",
      paramLabel = "DURATION",
      description =
          "Time between consecutive rows, for example 5m; a step outside the tolerance breaks the "
              + "episode's chain of transitions.")
  Duration step;

  @Option(
      names = "--step-tolerance",
      defaultValue = "0.1",
      paramLabel = "SHARE",
      description = "Allowed relative deviation from --step.")
  double stepTolerance = 0.1;

  @Option(
      names = "--idle",
      paramLabel = "DURATION",
      description = "A longer time between two rows, forwards or backwards, starts a new episode.")
  Duration idle;

  @Option(
      names = "--hold",
      paramLabel = "DURATION",
      description =
          "How long the last value of a sensor replaces a missing or textual one. Without it such"
              + " rows are skipped.")
  Duration hold;

  @Option(
      names = "--missing",
      split = ",",
      paramLabel = "NUMBER",
      description = "Numbers that stand for \"no reading\", for example -9999: they are missing.")
  List<Double> missing;

  @Option(
      names = "--when",
      paramLabel = "RULE",
      description =
          "When the machine runs: a sensor, one of > >= < <= = !=, and a number, for example"
              + " \"speed > 100\". Rows of a machine that stands still are not judged.")
  String when;

  @Option(
      names = "--settle",
      paramLabel = "DURATION",
      description = "Time after a start of the machine that is not judged either.")
  Duration settle;

  /** Takes the column of the event time where no option names one. */
  void adopt(FieldConfig fields, Predicate<String> given) {
    if (time == null) {
      time = fields.time().orElse(null);
      timeUnit = given.test("--time-unit") ? timeUnit : fields.timeFormat();
    }
  }

  /** Takes what no option says of steps, gaps, held values and the machine's operation. */
  void adopt(StepConfig steps, Predicate<String> given) {
    if (step == null && steps.step().isPresent()) {
      step = steps.step().get();
      stepTolerance = given.test("--step-tolerance") ? stepTolerance : steps.tolerance();
    }
    idle = idle == null ? steps.idle().orElse(null) : idle;
    hold = hold == null ? steps.hold().orElse(null) : hold;
    missing = missing == null ? steps.missing() : missing;
    if (settle == null) {
      settle = steps.modes().filter(time -> !time.isZero()).orElse(null);
    }
    if (when == null && steps.when().isPresent()) {
      OperatingRule rule = steps.when().get();
      when = rule.text();
      settle = settle == null && rule.settle() > 0 ? Duration.ofNanos(rule.settle()) : settle;
    }
  }

  /**
   * Takes when the machine runs from a model's recording.
   *
   * @param rule as {@code --when} has it
   * @param settling how long it settles, asked where no option says
   */
  void adopt(String rule, Supplier<Optional<Duration>> settling) {
    when = rule;
    settle = settle == null ? settling.get().orElse(null) : settle;
  }

  /** Refuses durations where rows have no time. */
  void requireTimes() {
    requireTime("--step", step);
    requireTime("--idle", idle);
    requireTime("--hold", hold);
    requireTimeToSettle();
  }

  /** Refuses a time to settle where rows have none. */
  void requireTimeToSettle() {
    requireTime("--settle", settle);
  }

  private void requireTime(String option, Duration value) {
    if (time == null && value != null) {
      throw new UsageException(option + " needs --time, the column of the event time");
    }
  }

  /** Refuses a tolerance that is no share. */
  void requireTolerance() {
    if (!(stepTolerance >= 0 && stepTolerance < 1)) {
      throw new UsageException("--step-tolerance is " + stepTolerance + ", must be in [0, 1)");
    }
  }

  /** Whether any option is about consecutive rows. */
  boolean ofStates() {
    return Stream.of(step, idle, hold, when, settle).anyMatch(Objects::nonNull);
  }

  /**
   * What the options say together.
   *
   * @param state the columns of the sensors
   * @param mode the mode that is read; null where the machine has one
   */
  StepConfig config(List<String> state, String mode) {
    return new StepConfig(
        Optional.ofNullable(step),
        stepTolerance,
        Optional.ofNullable(idle),
        Optional.ofNullable(hold),
        missing == null ? List.of() : missing,
        operation(state, mode),
        mode == null ? Optional.empty() : Optional.of(settle == null ? Duration.ZERO : settle));
  }

  /**
   * When the machine runs; empty where it always does.
   *
   * @param state the columns of the sensors, one of which the rule is about
   * @param mode the mode that is read; null where the machine has one
   */
  Optional<OperatingRule> operation(List<String> state, String mode) {
    if (when == null) {
      if (settle != null && mode == null) {
        throw new UsageException("--settle needs --when, the rule that says when the machine runs");
      }
      return Optional.empty();
    }
    OperatingRule rule;
    try {
      rule = OperatingRule.of(when).among(state);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException("--when: " + wrong.getMessage());
    }
    if (!rule.isPlaced()) {
      throw new UsageException(
          "--when is about "
              + rule.sensor()
              + ", which is no sensor of "
              + String.join(",", state)
              + NearName.of(rule.sensor(), state)
                  .map(near -> "; did you mean " + near + "?")
                  .orElse(""));
    }
    if (settle != null && settle.isNegative()) {
      throw new UsageException("--settle is " + settle + ", must be at least 0s");
    }
    return Optional.of(rule.withSettle(settle == null ? 0 : settle.toNanos()));
  }
}
