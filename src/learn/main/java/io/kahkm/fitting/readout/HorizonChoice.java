package io.kahkm.fitting.readout;

import io.kahkm.internal.closure.ErrorQuantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What rows that were left out said about the forecasts of one horizon: which linear model each
 * sensor gets, what weight the coordinates, and how large the errors were.
 *
 * @param horizon steps ahead, at least 1
 * @param linear one candidate per sensor
 * @param explainingPenalty of the regression that says what readings explain of the coordinates:
 *     that of the linear models in the middle
 * @param correction one index of a penalty of coordinates per sensor, -1 for no weight
 * @param sensors the errors sensor by sensor; empty where nothing could be left out
 * @param rows rows that were left out and judged
 * @param quantiles of the absolute errors on these rows; empty where nothing could be left out
 */
public record HorizonChoice(
    int horizon,
    List<Integer> linear,
    double explainingPenalty,
    List<Integer> correction,
    List<Errors> sensors,
    long rows,
    Optional<ErrorQuantiles> quantiles) {
  /**
   * Mean squared errors of one sensor on rows that were left out, in its variances.
   *
   * @param persistence of persistence
   * @param linear of the linear model
   * @param forecast of the forecast
   */
  public record Errors(double persistence, double linear, double forecast) {}

  /** Copies the lists. */
  public HorizonChoice {
    linear = List.copyOf(linear);
    correction = List.copyOf(correction);
    sensors = List.copyOf(sensors);
  }

  /**
   * The choice where no row could be left out.
   *
   * @param horizon steps ahead
   * @param sensors number of sensors
   * @return a linear model shrunk towards persistence, no weight for coordinates
   */
  public static HorizonChoice unseen(int horizon, int sensors) {
    return ofLinear(horizon, constant(sensors, LinearCandidates.DEFAULT));
  }

  static HorizonChoice ofLinear(int horizon, List<Integer> linear) {
    double[] penalties = linear.stream().mapToDouble(LinearCandidates::penalty).sorted().toArray();
    return new HorizonChoice(
        horizon,
        linear,
        penalties[penalties.length / 2],
        constant(linear.size(), LeftOutErrors.NONE),
        List.of(),
        0,
        Optional.empty());
  }

  private static List<Integer> constant(int count, int value) {
    List<Integer> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(value);
    }
    return values;
  }

  /**
   * The same with what coordinates add.
   *
   * @param features the sensors' deviations
   * @param errors on rows that were left out
   */
  HorizonChoice with(Features features, LeftOutErrors errors) {
    List<Integer> models = new ArrayList<>();
    List<Integer> chosen = new ArrayList<>();
    List<Errors> ofSensors = new ArrayList<>();
    double[][] absolute = new double[errors.sensors()][];
    for (int i = 0; i < errors.sensors(); i++) {
      int penalty = errors.choose(i);
      double variance = features.deviation(i) * features.deviation(i);
      boolean persists = penalty == LeftOutErrors.PERSISTENCE;
      models.add(persists ? LinearCandidates.PERSISTENCE : linear.get(i));
      chosen.add(persists ? LeftOutErrors.NONE : penalty);
      absolute[i] = errors.absolute(i, penalty);
      ofSensors.add(
          new Errors(
              errors.meanSquare(i, LeftOutErrors.PERSISTENCE) / variance,
              errors.meanSquare(i, persists ? penalty : LeftOutErrors.NONE) / variance,
              errors.meanSquare(i, penalty) / variance));
    }
    return new HorizonChoice(
        horizon,
        models,
        explainingPenalty,
        chosen,
        ofSensors,
        errors.rows(),
        Optional.of(ErrorQuantiles.of(absolute)));
  }

  /**
   * Sensors whose forecasts coordinates enter.
   *
   * @return from 0 to the number of sensors
   */
  public int corrected() {
    return (int) correction.stream().filter(penalty -> penalty != LeftOutErrors.NONE).count();
  }

  /**
   * What coordinates took off the squared error of the linear models, over all sensors.
   *
   * @return 1 - error / error of the linear models; 0 where they have no weight or no error
   */
  public double gain() {
    double own = 0;
    double linearError = 0;
    for (Errors errors : sensors) {
      own += errors.forecast();
      linearError += errors.linear();
    }
    return linearError > 0 ? 1 - own / linearError : 0;
  }
}
