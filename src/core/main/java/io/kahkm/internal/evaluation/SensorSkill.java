package io.kahkm.internal.evaluation;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Compares forecasts in sensor units of one horizon with persistence and with the linear state
 * model, sensor by sensor and over all of them.
 *
 * <p>A skill is 1 - MSE / MSE of the competitor: 0 is as good, 1 perfect, below 0 worse. Over all
 * sensors each error counts in units of that sensor's variance among the targets; sensors that do
 * not vary count nothing, nor do known inputs, whose forecast is what was announced. Mutable,
 * single owner, not thread-safe; arrays are not retained.
 */
public final class SensorSkill {
  private final double[] error;
  private final double[] persistence;
  private final double[] linear;
  private final double[] mean;
  private final double[] variation;
  private final Set<Integer> known;
  private long forecasts;

  /**
   * An empty comparison.
   *
   * @param sensors number of sensors n, at least 1
   * @param known 0-based known inputs, possibly none
   */
  public SensorSkill(int sensors, List<Integer> known) {
    this.known = Set.copyOf(known);
    error = new double[sensors];
    persistence = new double[sensors];
    linear = new double[sensors];
    mean = new double[sensors];
    variation = new double[sensors];
  }

  /**
   * Adds one forecast.
   *
   * @param predicted the forecast; a value that is not finite counts as an infinite error
   * @param target what came
   * @param origin what persistence says
   * @param competitor what the linear model says
   */
  public void add(double[] predicted, double[] target, double[] origin, double[] competitor) {
    forecasts++;
    for (int i = 0; i < error.length; i++) {
      error[i] += square(target[i] - predicted[i]);
      persistence[i] += square(target[i] - origin[i]);
      linear[i] += square(target[i] - competitor[i]);
      double before = target[i] - mean[i];
      mean[i] += before / forecasts;
      variation[i] = Math.fma(before, target[i] - mean[i], variation[i]);
    }
  }

  private static double square(double miss) {
    double squared = miss * miss;
    return Double.isFinite(squared) ? squared : Double.POSITIVE_INFINITY;
  }

  /**
   * Number of forecasts.
   *
   * @return forecasts added
   */
  public long forecasts() {
    return forecasts;
  }

  /**
   * Skill against persistence over all sensors.
   *
   * @return at most 1; empty if persistence made no error
   */
  public OptionalDouble overPersistence() {
    return skill(error, persistence);
  }

  /**
   * Skill against the linear model over all sensors.
   *
   * @return at most 1; empty if the linear model made no error
   */
  public OptionalDouble overLinear() {
    return skill(error, linear);
  }

  /**
   * Skill of the linear model itself against persistence over all sensors.
   *
   * @return at most 1; empty if persistence made no error
   */
  public OptionalDouble linearOverPersistence() {
    return skill(linear, persistence);
  }

  /**
   * Mean squared error in variances of the sensors among the targets, mean over those that vary.
   *
   * @return at least 0; empty where none varies
   */
  public OptionalDouble relativeError() {
    return relative(error);
  }

  /**
   * The same of the linear model.
   *
   * @return at least 0; empty where no sensor varies
   */
  public OptionalDouble relativeLinear() {
    return relative(linear);
  }

  /**
   * The same of persistence.
   *
   * @return at least 0; empty where no sensor varies
   */
  public OptionalDouble relativePersistence() {
    return relative(persistence);
  }

  private OptionalDouble relative(double[] squares) {
    double sum = 0;
    int varying = 0;
    for (int i = 0; i < squares.length; i++) {
      if (variation[i] > 0 && !known.contains(i)) {
        sum += squares[i] / variation[i];
        varying++;
      }
    }
    return varying == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / varying);
  }

  /**
   * Skill of one sensor's forecasts against the linear model.
   *
   * @param sensor 0-based sensor
   * @return at most 1; empty if the linear model made no error
   */
  public OptionalDouble overLinear(int sensor) {
    return ratio(error[sensor], linear[sensor]);
  }

  private OptionalDouble skill(double[] own, double[] other) {
    double ownSum = 0;
    double otherSum = 0;
    for (int i = 0; i < own.length; i++) {
      if (variation[i] > 0 && !known.contains(i)) {
        ownSum += own[i] / variation[i];
        otherSum += other[i] / variation[i];
      }
    }
    return ratio(ownSum, otherSum);
  }

  private static OptionalDouble ratio(double own, double other) {
    return other > 0 ? OptionalDouble.of(1 - own / other) : OptionalDouble.empty();
  }
}
