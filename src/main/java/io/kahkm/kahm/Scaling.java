package io.kahkm.kahm;

import java.util.Arrays;

/**
 * Frozen affine scaling of sensor values: scaled = (raw - mean) * scale, per sensor. Immutable.
 *
 * <p>{@link ScalingKind#STANDARD} is the z-score with the population standard deviation (divisor:
 * the number of rows) divided by sqrt(n), so that a typical state has norm 1 whatever the number of
 * sensors n.
 */
public final class Scaling {
  private final ScalingKind kind;
  private final double[] mean;
  private final double[] scale;

  private Scaling(ScalingKind kind, double[] mean, double[] scale) {
    this.kind = kind;
    this.mean = mean;
    this.scale = scale;
  }

  /**
   * Leaves sensor values as they are.
   *
   * @param dimension number of sensors, at least 1
   * @return the identity scaling
   */
  public static Scaling none(int dimension) {
    double[] scale = new double[dimension];
    Arrays.fill(scale, 1);
    return new Scaling(ScalingKind.NONE, new double[dimension], scale);
  }

  /**
   * Learns the z-score scaling from rows.
   *
   * @param rows at least one row of finite values, all of equal length; not modified
   * @return the scaling
   * @throws IllegalArgumentException if a column is constant; the message holds its 0-based index
   */
  public static Scaling standard(double[][] rows) {
    int n = rows[0].length;
    double[] mean = new double[n];
    double[] scale = new double[n];
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (double[] row : rows) {
        sum += row[j];
      }
      mean[j] = sum / rows.length;
      double squares = 0;
      for (double[] row : rows) {
        double deviation = row[j] - mean[j];
        squares += deviation * deviation;
      }
      double deviation = Math.sqrt(squares / rows.length);
      // A constant column can leave rounding of the mean behind.
      if (!(deviation > Math.ulp(mean[j]) * 8)) {
        throw new IllegalArgumentException(
            "column " + j + " is constant at " + rows[0][j] + " and cannot be standardized");
      }
      scale[j] = 1 / (deviation * Math.sqrt(n));
    }
    return new Scaling(ScalingKind.STANDARD, mean, scale);
  }

  /** Rebuilds a stored scaling; copies. */
  static Scaling restore(ScalingKind kind, double[] mean, double[] scale) {
    return new Scaling(kind, mean.clone(), scale.clone());
  }

  /**
   * Scales one state.
   *
   * @param raw sensor units; not modified
   * @param scaled overwritten; may be the same array as {@code raw}
   */
  public void apply(double[] raw, double[] scaled) {
    for (int j = 0; j < mean.length; j++) {
      scaled[j] = (raw[j] - mean[j]) * scale[j];
    }
  }

  /**
   * Number of sensors.
   *
   * @return length of a state
   */
  public int dimension() {
    return mean.length;
  }

  /**
   * Which rule made the scaling.
   *
   * @return the kind
   */
  public ScalingKind kind() {
    return kind;
  }

  /**
   * Subtracted values.
   *
   * @return a copy, one value per sensor, in sensor units
   */
  public double[] mean() {
    return mean.clone();
  }

  /**
   * Factors applied after the subtraction.
   *
   * @return a copy, one positive value per sensor, in 1 / sensor units
   */
  public double[] scale() {
    return scale.clone();
  }
}
