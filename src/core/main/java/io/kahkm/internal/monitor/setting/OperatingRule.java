package io.kahkm.internal.monitor.setting;

import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When the machine of a stream runs, by the value of one of its sensors: only then are its readings
 * judged.
 *
 * @param sensor name of the sensor that tells
 * @param place its 0-based place in a state; {@value #UNKNOWN} until the sensors are known
 * @param comparison how its value compares with {@code number} while the machine runs
 * @param number in the sensor's unit, finite
 * @param settle nanoseconds after a start that are not judged, at least 0
 */
public record OperatingRule(
    String sensor, int place, Comparison comparison, double number, long settle) {
  /** What a model's provenance calls the rule of the rows that it was fitted on. */
  public static final String PROVENANCE = "when";

  /** The place of a sensor among sensors that are not known yet. */
  static final int UNKNOWN = -1;

  private static final Pattern FORM =
      Pattern.compile("\\s*(.*?[^\\s<>=!])\\s*(>=|<=|!=|>|<|=)\\s*(\\S+)\\s*");

  /** How two numbers compare. */
  public enum Comparison {
    /** Greater than. */
    ABOVE(">"),
    /** Greater or equal. */
    AT_LEAST(">="),
    /** Less than. */
    BELOW("<"),
    /** Less or equal. */
    AT_MOST("<="),
    /** Equal. */
    EQUAL("="),
    /** Different. */
    OTHER("!=");

    private final String sign;

    Comparison(String sign) {
      this.sign = sign;
    }

    private static Comparison of(String sign) {
      return List.of(values()).stream()
          .filter(one -> one.sign.equals(sign))
          .findFirst()
          .orElseThrow();
    }

    private boolean holds(double value, double number) {
      return switch (this) {
        case ABOVE -> value > number;
        case AT_LEAST -> value >= number;
        case BELOW -> value < number;
        case AT_MOST -> value <= number;
        case EQUAL -> value == number;
        case OTHER -> value != number;
      };
    }
  }

  /** Checks every field. */
  public OperatingRule {
    Objects.requireNonNull(sensor, "sensor");
    Objects.requireNonNull(comparison, "comparison");
    SettingRule.require(!sensor.isBlank(), "sensor", sensor, "a name");
    SettingRule.require(place >= UNKNOWN, "place", place, "at least 0");
    SettingRule.require(Double.isFinite(number), "number", number, "finite");
    SettingRule.require(settle >= 0, "settle", settle, "at least 0 ns");
    if (number == 0) {
      // -0 is another double that says the same, and is written as 0.
      number = 0;
    }
  }

  /**
   * Reads a rule; nothing settles, and the sensor's place is not known.
   *
   * @param text sensor, comparison and number, such as {@code speed > 100}; comparisons are {@code
   *     > >= < <= = !=}
   * @return the rule
   * @throws IllegalArgumentException if it is none, saying what is expected
   */
  public static OperatingRule of(String text) {
    Matcher matcher = FORM.matcher(text);
    if (matcher.matches()) {
      try {
        double number = Double.parseDouble(matcher.group(3));
        if (Double.isFinite(number)) {
          return new OperatingRule(
              matcher.group(1), UNKNOWN, Comparison.of(matcher.group(2)), number, 0);
        }
      } catch (NumberFormatException notANumber) {
        // Reported below, together with what has another form.
      }
    }
    throw new IllegalArgumentException(
        "\""
            + text
            + "\" is no rule: it must be a sensor, one of > >= < <= = !=, and a number, such as"
            + " \"speed > 100\"");
  }

  /**
   * The same with a time to settle.
   *
   * @param nanoseconds after a start that are not judged, at least 0
   * @return a copy
   */
  public OperatingRule withSettle(long nanoseconds) {
    return new OperatingRule(sensor, place, comparison, number, nanoseconds);
  }

  /**
   * The same for states whose sensors are known.
   *
   * @param sensors names of the values of a state
   * @return a copy; without a place if none has the sensor's name
   */
  public OperatingRule among(List<String> sensors) {
    return new OperatingRule(sensor, sensors.indexOf(sensor), comparison, number, settle);
  }

  /**
   * Whether the sensor's place is known.
   *
   * @return true if states can be judged
   */
  public boolean isPlaced() {
    return place != UNKNOWN;
  }

  /**
   * Whether the machine runs.
   *
   * @param value of the sensor, not NaN
   * @return true if it does
   */
  public boolean holds(double value) {
    return comparison.holds(value, number);
  }

  /**
   * The rule as it is written.
   *
   * @return what {@link #of} reads, without the time to settle
   */
  public String text() {
    String written =
        number == Math.rint(number) && Math.abs(number) < 1e15
            ? Long.toString((long) number)
            : Double.toString(number);
    return sensor + " " + comparison.sign + " " + written;
  }
}
