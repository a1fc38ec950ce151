package io.kahkm.internal.monitor;

import org.jspecify.annotations.Nullable;

/**
 * The loss of forecasts in sensor units: the mean over all sensors but known inputs, whose forecast
 * is what was announced, of squared errors in units of the sensor's recorded variance (section
 * "Certified skill" of docs/equations.md).
 */
final class SensorLoss {
  private final ForecastWorkspace shared;
  private final StatePreparation preparation;

  /** Per sensor whether it is a known input. */
  private final boolean[] known;

  private final int judged;

  SensorLoss(ForecastWorkspace shared, StatePreparation preparation) {
    this.shared = shared;
    this.preparation = preparation;
    known = new boolean[shared.deviations.length];
    shared.knownSensors.forEach(input -> known[input] = true);
    judged = Math.max(1, known.length - shared.knownSensors.size());
  }

  /**
   * The loss between two vectors of sensor values.
   *
   * @param a n values in sensor units
   * @param b n values in sensor units
   * @param without sensors that count as without difference; null for none
   * @return at least 0; NaN where a value is
   */
  double between(double[] a, double[] b, boolean @Nullable [] without) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      if (!known[i] && (without == null || !without[i])) {
        double deviation = shared.deviations[i] * preparation.sensorUnit(i);
        double difference = deviation > 0 ? (a[i] - b[i]) / deviation : 0;
        sum += difference * difference;
      }
    }
    return sum / judged;
  }
}
