package io.kahkm.internal.evaluation;

import io.kahkm.internal.numeric.MalformedStateException;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Scores the forecasts of one horizon (equation "forecast metrics"): relative error E_h, R^2_h,
 * mean squared distance from the simplex, skill against persistence, and errors in sensor units.
 *
 * <p>The variation of the targets is accumulated by Welford's update and Chan's merge, so that
 * close targets lose no digits. A score of several episodes together (pooled) is the merge of their
 * scores; the mean over episodes is taken by the caller.
 *
 * <p>A forecast that is not finite (a diverged rollout) counts as an infinite error. Mutable; one
 * owner, not thread-safe. Arrays passed in are neither modified nor retained.
 */
public final class ForecastScorer {
  private final int classes;
  private final int dimension;
  private long starts;
  private double squaredError;
  private double squaredTarget;
  private double persistenceError;
  private double simplexDistance;
  private final double[] targetMean;
  private double targetVariation;
  private long states;
  private final double[] stateError;
  private final double[] statePersistenceError;
  private final double[] stateLinearError;

  /**
   * An empty score.
   *
   * @param classes number C of coordinates, at least 1
   * @param dimension number of sensors, at least 0 (0 if no state forecasts are scored)
   */
  public ForecastScorer(int classes, int dimension) {
    if (classes < 1) {
      throw new IllegalArgumentException("classes is " + classes + ", must be at least 1");
    }
    if (dimension < 0) {
      throw new IllegalArgumentException("dimension is " + dimension + ", must be at least 0");
    }
    this.classes = classes;
    this.dimension = dimension;
    targetMean = new double[classes];
    stateError = new double[dimension];
    statePersistenceError = new double[dimension];
    stateLinearError = new double[dimension];
  }

  /**
   * Adds one forecast of coordinates.
   *
   * @param predicted predicted coordinates, C values
   * @param target coordinates that came, C finite values
   * @param persistence coordinates at the origin, C finite values
   * @param simplexDistanceSquared squared distance of {@code predicted} from the simplex
   */
  public void add(
      double[] predicted, double[] target, double[] persistence, double simplexDistanceSquared) {
    requireLength(predicted, classes, "predicted");
    requireLength(target, classes, "target");
    requireLength(persistence, classes, "persistence");
    starts++;
    double error = 0;
    double magnitude = 0;
    double persistent = 0;
    double variation = 0;
    for (int c = 0; c < classes; c++) {
      double miss = target[c] - predicted[c];
      error = Math.fma(miss, miss, error);
      magnitude = Math.fma(target[c], target[c], magnitude);
      double change = target[c] - persistence[c];
      persistent = Math.fma(change, change, persistent);
      double before = target[c] - targetMean[c];
      targetMean[c] += before / starts;
      variation = Math.fma(before, target[c] - targetMean[c], variation);
    }
    squaredError += infiniteIfNotFinite(error);
    squaredTarget += magnitude;
    persistenceError += persistent;
    targetVariation += variation;
    simplexDistance += infiniteIfNotFinite(simplexDistanceSquared);
  }

  /**
   * Adds one forecast in sensor units.
   *
   * @param predictedState predicted sensor values
   * @param actualState values that came, finite
   * @param originState values at the origin, finite
   */
  public void addState(double[] predictedState, double[] actualState, double[] originState) {
    requireLength(predictedState, dimension, "predictedState");
    requireLength(actualState, dimension, "actualState");
    requireLength(originState, dimension, "originState");
    states++;
    for (int i = 0; i < dimension; i++) {
      double miss = actualState[i] - predictedState[i];
      double change = actualState[i] - originState[i];
      stateError[i] += infiniteIfNotFinite(miss * miss);
      statePersistenceError[i] += change * change;
    }
  }

  /**
   * Adds what a linear model said of the same outcome as {@link #addState}.
   *
   * @param linearState its sensor values; not finite where nothing is known of it, as of forecasts
   *     that an earlier release stored
   * @param actualState values that came, finite
   */
  public void addLinear(double[] linearState, double[] actualState) {
    requireLength(linearState, dimension, "linearState");
    for (int i = 0; i < dimension; i++) {
      double miss = actualState[i] - linearState[i];
      stateLinearError[i] += infiniteIfNotFinite(miss * miss);
    }
  }

  private static double infiniteIfNotFinite(double error) {
    return Double.isFinite(error) ? error : Double.POSITIVE_INFINITY;
  }

  private static void requireLength(double[] vector, int length, String name) {
    if (vector.length != length) {
      throw new IllegalArgumentException(
          name + " has " + vector.length + " values, must have " + length);
    }
  }

  /**
   * Adds everything another score holds.
   *
   * @param other of the same shape; not modified
   */
  public void merge(ForecastScorer other) {
    if (other.classes != classes || other.dimension != dimension) {
      throw new IllegalArgumentException(
          "other scores "
              + other.classes
              + " classes and "
              + other.dimension
              + " sensors, this one "
              + classes
              + " and "
              + dimension);
    }
    if (other.starts > 0) {
      long total = starts + other.starts;
      double share = (double) other.starts / total;
      double apart = 0;
      for (int c = 0; c < classes; c++) {
        double delta = other.targetMean[c] - targetMean[c];
        apart = Math.fma(delta, delta, apart);
        targetMean[c] = Math.fma(delta, share, targetMean[c]);
      }
      targetVariation += other.targetVariation + apart * starts * share;
      starts = total;
    }
    squaredError += other.squaredError;
    squaredTarget += other.squaredTarget;
    persistenceError += other.persistenceError;
    simplexDistance += other.simplexDistance;
    states += other.states;
    for (int i = 0; i < dimension; i++) {
      stateError[i] += other.stateError[i];
      statePersistenceError[i] += other.statePersistenceError[i];
      stateLinearError[i] += other.stateLinearError[i];
    }
  }

  /** Forgets everything. */
  public void reset() {
    starts = 0;
    squaredError = 0;
    squaredTarget = 0;
    persistenceError = 0;
    simplexDistance = 0;
    targetVariation = 0;
    states = 0;
    Arrays.fill(targetMean, 0);
    Arrays.fill(stateError, 0);
    Arrays.fill(statePersistenceError, 0);
    Arrays.fill(stateLinearError, 0);
  }

  /**
   * Number of scored coordinate forecasts.
   *
   * @return number of forecasts added
   */
  public long starts() {
    return starts;
  }

  /**
   * Number of scored forecasts in sensor units.
   *
   * @return number of state forecasts added
   */
  public long states() {
    return states;
  }

  /**
   * Relative squared error E_h (equation "forecast metrics"): total squared error over total
   * squared target magnitude, which is positive for targets on the simplex.
   *
   * @return E_h, at least 0, infinite after a diverged forecast; NaN without a start
   */
  public double relativeError() {
    return squaredError / squaredTarget;
  }

  /**
   * R^2_h (equation "forecast metrics"): one minus the squared error over the variation of the
   * targets about their own mean.
   *
   * @return at most 1, negative infinity after a diverged forecast; empty if the targets do not
   *     vary
   */
  public OptionalDouble r2() {
    return ratio(squaredError, targetVariation);
  }

  /**
   * Root of the mean squared error in coordinates.
   *
   * @return at least 0; NaN without a start
   */
  public double rmse() {
    return Math.sqrt(squaredError / starts);
  }

  /**
   * Mean squared distance of the predictions from the simplex (nu of equation "distance from the
   * simplex").
   *
   * @return at least 0; NaN without a start
   */
  public double meanSquaredSimplexDistance() {
    return simplexDistance / starts;
  }

  /**
   * One minus the mean squared error over that of persistence (the coordinates at the origin).
   *
   * @return at most 1; empty if persistence made no error
   */
  public OptionalDouble skill() {
    return ratio(squaredError, persistenceError);
  }

  /**
   * E_h of persistence, which forecasts the coordinates at the origin.
   *
   * @return at least 0; NaN without a start
   */
  public double persistenceRelativeError() {
    return persistenceError / squaredTarget;
  }

  /**
   * Root of the mean squared error of persistence in coordinates.
   *
   * @return at least 0; NaN without a start
   */
  public double persistenceRmse() {
    return Math.sqrt(persistenceError / starts);
  }

  /**
   * Root of the mean squared error of one sensor.
   *
   * @param component 0-based sensor
   * @return at least 0, in the sensor's unit; NaN without a state forecast
   */
  public double stateRmse(int component) {
    return Math.sqrt(stateError[component] / states);
  }

  /**
   * One minus the mean squared error of one sensor over that of persistence.
   *
   * @param component 0-based sensor
   * @return at most 1; empty if persistence made no error
   */
  public OptionalDouble stateSkill(int component) {
    return ratio(stateError[component], statePersistenceError[component]);
  }

  /**
   * One minus the mean over sensors of the mean squared error over that of persistence.
   *
   * @param known 0-based known inputs, which do not count; possibly none
   * @return at most 1; empty without a state forecast and if persistence made no error
   */
  public OptionalDouble meanStateSkill(List<Integer> known) {
    return meanSkill(stateError, known);
  }

  /**
   * The same of the linear model's forecasts.
   *
   * @param known 0-based known inputs, which do not count; possibly none
   * @return at most 1; empty without a state forecast, if persistence made no error, and where some
   *     of them are not known
   */
  public OptionalDouble meanLinearSkill(List<Integer> known) {
    OptionalDouble skill = meanSkill(stateLinearError, known);
    return skill.isPresent() && Double.isInfinite(skill.getAsDouble())
        ? OptionalDouble.empty()
        : skill;
  }

  private OptionalDouble meanSkill(double[] squares, List<Integer> known) {
    double sum = 0;
    int moving = 0;
    for (int i = 0; i < dimension; i++) {
      if (statePersistenceError[i] > 0 && states > 0 && !known.contains(i)) {
        sum += squares[i] / statePersistenceError[i];
        moving++;
      }
    }
    return moving == 0 ? OptionalDouble.empty() : OptionalDouble.of(1 - sum / moving);
  }

  private static OptionalDouble ratio(double error, double reference) {
    return reference > 0 ? OptionalDouble.of(1 - error / reference) : OptionalDouble.empty();
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   * @throws MalformedStateException if what is read is no score of these classes and sensors
   */
  public void transfer(StateTransfer state) {
    state.intOf(classes, classes, classes, "classes of the forecast score");
    state.intOf(dimension, dimension, dimension, "dimension of the forecast score");
    starts = atLeast0(state.longOf(starts), "starts");
    states = atLeast0(state.longOf(states), "states");
    squaredError = atLeast0(state.doubleOf(squaredError), "squared error");
    squaredTarget = atLeast0(state.doubleOf(squaredTarget), "squared target");
    persistenceError = atLeast0(state.doubleOf(persistenceError), "persistence error");
    simplexDistance = atLeast0(state.doubleOf(simplexDistance), "simplex distance");
    targetVariation = atLeast0(state.doubleOf(targetVariation), "target variation");
    state.doubles(targetMean);
    state.doubles(stateError);
    state.doubles(statePersistenceError);
  }

  private static long atLeast0(long value, String name) {
    if (value < 0) {
      throw new MalformedStateException(name + " of the forecast score is " + value);
    }
    return value;
  }

  private static double atLeast0(double value, String name) {
    if (!(value >= 0)) {
      throw new MalformedStateException(name + " of the forecast score is " + value);
    }
    return value;
  }

  /**
   * Stores the state, or continues from what was stored.
   *
   * @param state written to, or read from
   */
  public void transferLinear(StateTransfer state) {
    state.doubles(stateLinearError);
  }
}
