package io.kahkm.core;

import java.util.Arrays;

/** What the sensors are expected to read some steps ahead. Immutable. */
public final class Forecast {
  private final int horizon;
  private final double[] values;

  /** Keeps the array. */
  Forecast(int horizon, double[] values) {
    this.horizon = horizon;
    this.values = values;
  }

  /**
   * How far ahead.
   *
   * @return steps of the stream, at least 1
   */
  public int horizon() {
    return horizon;
  }

  /**
   * The expected readings.
   *
   * @return a new array, one value per sensor in sensor units; of no values if the horizon is none
   *     of {@link KahkmModel#horizons}
   */
  public double[] values() {
    return values.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Forecast forecast
        && horizon == forecast.horizon
        && Arrays.equals(values, forecast.values);
  }

  @Override
  public int hashCode() {
    return 31 * horizon + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "in " + horizon + (horizon == 1 ? " step " : " steps ") + Arrays.toString(values);
  }
}
