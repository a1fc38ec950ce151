package io.kahkm.incident;

import io.kahkm.internal.sensor.SensorFinding;
import io.kahkm.internal.sensor.SensorKind;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/**
 * What is wrong with sensors, in words: which, what, since when, by how much, what the others
 * imply, and how sure that is.
 */
public final class FaultWords {
  /** Findings that are told at most. */
  private static final int MOST_TOLD = 3;

  /** Numbers with more places before or behind the point have an exponent. */
  private static final int MOST_PLACES = 12;

  /** Digits of a reading, of how far it is off, and of how sure that is. */
  private static final MathContext READING = new MathContext(5);

  private static final MathContext AMOUNT = new MathContext(2);
  private static final MathContext SURE = new MathContext(1);

  /** Kinds that a sensor shows by itself; of the others it may be one that misleads it. */
  private static final Set<SensorKind> SHOWN_ALONE =
      EnumSet.of(SensorKind.STUCK, SensorKind.GONE, SensorKind.RANGE);

  private FaultWords() {}

  /**
   * Several findings. Sensors that mirror each other explain the same readings: either may be the
   * one at fault, and the words say so.
   *
   * @param faults the likeliest first, at least one
   * @param sensors how they are called
   * @param over whether it is past
   * @param clock says an event time in nanoseconds
   * @return half a sentence
   */
  public static String of(
      List<SensorFinding> faults, NamedSensors sensors, boolean over, LongFunction<String> clock) {
    boolean alone = faults.stream().allMatch(fault -> SHOWN_ALONE.contains(fault.kind()));
    String told =
        faults.stream()
            .limit(MOST_TOLD)
            .map(fault -> of(fault, sensors, over, clock))
            .collect(Collectors.joining(alone ? ", and " : ", or "));
    return told + others(faults, alone) + sure(faults.get(0));
  }

  /** How many sensors have findings that are not told. */
  private static String others(List<SensorFinding> faults, boolean alone) {
    Set<Integer> sensors = new HashSet<>();
    faults.forEach(fault -> sensors.add(fault.sensor()));
    faults.stream().limit(MOST_TOLD).map(SensorFinding::sensor).forEach(sensors::remove);
    int more = sensors.size();
    if (more == 0) {
      return "";
    }
    return alone
        ? String.format(Locale.ROOT, ", and %,d more %s", more, more == 1 ? "sensor" : "sensors")
        : more == 1
            ? ", or 1 more sensor"
            : String.format(Locale.ROOT, ", or one of %,d more sensors", more);
  }

  /** How rarely normal readings look like it. */
  private static String sure(SensorFinding first) {
    long rows = Double.isFinite(first.evidence()) ? round(first.evidence(), SURE).longValue() : 0;
    return rows < 2
        ? ""
        : String.format(
            Locale.ROOT,
            " (among readings like the recorded ones, at most once in %,d rows)",
            rows);
  }

  /**
   * One finding.
   *
   * @param fault what is wrong
   * @param sensors how sensors are called
   * @param over whether it is past
   * @param clock says an event time in nanoseconds
   * @return half a sentence
   */
  static String of(
      SensorFinding fault, NamedSensors sensors, boolean over, LongFunction<String> clock) {
    int sensor = fault.sensor();
    String since = (over ? " from " : " since ") + clock.apply(fault.since());
    String is = over ? " was " : " is ";
    String reads = over ? " read " : " reads ";
    String value = with(fault.value(), READING, sensors, sensor);
    String amount = with(fault.amount(), AMOUNT, sensors, sensor);
    return sensors.name(sensor)
        + switch (fault.kind()) {
          case STUCK ->
              is
                  + "stuck at "
                  + value
                  + since
                  + ", for "
                  + rows(fault.amount())
                  + (over ? "" : " so far");
          case GONE ->
              (over ? " had" : " has")
                  + " no value"
                  + since
                  + ", for "
                  + rows(fault.amount())
                  + " in which other sensors had one";
          case HIGH -> reads + amount + " high" + since + implied(fault, sensors, over);
          case LOW -> reads + amount + " low" + since + implied(fault, sensors, over);
          case NOISY, QUIET ->
              is
                  + fault.kind().label()
                  + since
                  + ": it "
                  + (over ? "scattered " : "scatters ")
                  + (Double.isFinite(fault.amount())
                      ? plain(fault.amount(), AMOUNT) + " times as much as usual"
                      : "more than a number can say");
          case RANGE ->
              // It may be back within it, as long as there is evidence.
              (fault.amount() == 0
                      ? (over ? " had" : " has had") + " readings"
                      : over ? " was" : " has been")
                  + " beyond its recorded range"
                  + since
                  + (fault.amount() == 0
                      ? ""
                      : ", by at least " + amount + " when it read " + value);
        };
  }

  private static String rows(double count) {
    long rows = Math.round(count);
    return String.format(Locale.ROOT, "%,d %s", rows, rows == 1 ? "row" : "rows");
  }

  /** What is implied, to the place to which the amount is told. */
  private static String implied(SensorFinding fault, NamedSensors sensors, boolean over) {
    if (!Double.isFinite(fault.implied()) || !Double.isFinite(fault.amount())) {
      return "";
    }
    int place = round(fault.amount(), AMOUNT).stripTrailingZeros().scale();
    BigDecimal implied = BigDecimal.valueOf(fault.implied()).round(READING);
    return (over ? "; the others implied " : "; the others imply ")
        + sensors.withUnit(
            plain(implied.setScale(Math.min(implied.scale(), place), RoundingMode.HALF_EVEN)),
            fault.sensor());
  }

  private static String with(double number, MathContext digits, NamedSensors sensors, int sensor) {
    return !Double.isFinite(number) ? "?" : sensors.withUnit(plain(number, digits), sensor);
  }

  private static BigDecimal round(double number, MathContext digits) {
    return BigDecimal.valueOf(number).round(digits);
  }

  private static String plain(double number, MathContext digits) {
    return plain(round(number, digits));
  }

  private static String plain(BigDecimal number) {
    BigDecimal rounded = number.stripTrailingZeros();
    boolean longer = Math.abs(rounded.scale()) > MOST_PLACES;
    return rounded.signum() == 0 ? "0" : longer ? rounded.toString() : rounded.toPlainString();
  }
}
