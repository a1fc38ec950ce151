package io.kahkm.internal.relation;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.kernel.Lanes;
import java.util.Arrays;

/**
 * What the next reading of n sensors is expected to be, and how the sensors usually miss it
 * together. With the reading x(t) less the centre,
 *
 * <pre>
 * r = x(t) - offset - W' x(t - 1)
 * u = L' r,   R = |u|^2 / n
 * </pre>
 *
 * <p>L is the Cholesky factor of the precision P = L L' of the residuals r; all parts are in sensor
 * units, so that nothing has to be scaled at run time, and R has no unit: it is about 1 on normal
 * rows. The contribution of sensor j, c_j = (P r)_j^2 / P_jj, is the square of its distance from
 * what the other sensors' residuals predict for it, in units of that prediction's error.
 *
 * <p>Immutable and safe to share between threads.
 */
public final class RelationModel {
  private final int sensors;
  private final int[] watched;
  private final double[] centre;
  private final double[] offset;
  private final Matrix weights;
  private final double[][] factor;
  private final double[] precision;
  private final int[] exponents;
  private final double[] usual;
  private final double floor;

  private RelationModel(
      int sensors,
      int[] watched,
      double[] centre,
      double[] offset,
      Matrix weights,
      Matrix factor,
      double[] usual,
      double floor) {
    this.sensors = sensors;
    this.watched = watched.clone();
    this.centre = centre.clone();
    this.offset = offset.clone();
    this.usual = usual.clone();
    this.floor = floor;
    this.weights = weights;
    this.factor = reversed(factor);
    precision = new double[watched.length];
    exponents = new int[watched.length];
    for (int j = 0; j < precision.length; j++) {
      double largest = 0;
      for (int i = 0; i <= j; i++) {
        largest = Math.max(largest, Math.abs(factor.get(j, i)));
      }
      exponents[j] = Math.getExponent(largest);
      for (int i = 0; i <= j; i++) {
        double value = Math.scalb(factor.get(j, i), -exponents[j]);
        precision[j] = Math.fma(value, value, precision[j]);
      }
    }
  }

  /** The lower triangle with rows and columns from the last to the first: zeros come first. */
  private static double[][] reversed(Matrix lower) {
    int last = lower.rows() - 1;
    double[][] rows = new double[lower.rows()][];
    for (int i = 0; i <= last; i++) {
      rows[i] = Lanes.aligned(lower.rows());
      for (int j = i; j <= last; j++) {
        rows[i][Lanes.FIRST + j] = lower.get(last - i, last - j);
      }
    }
    return rows;
  }

  /**
   * Takes a model over.
   *
   * @param sensors sensors of a reading, at least 1
   * @param watched 0-based indices of the n sensors that take part, ascending; copied
   * @param centre n values that are subtracted from every reading; copied
   * @param offset n values; copied
   * @param weights W, n x n: row i holds what sensor i before says about all sensors now
   * @param factor L, n x n, of which the lower triangle is read; its diagonal is positive
   * @param usual mean contribution of each sensor on normal rows, n positive values; copied
   * @param floor smallest variance of a direction, as a share of the largest, between 0 and 1
   * @return the model
   * @throws IllegalArgumentException naming what is out of range
   */
  public static RelationModel of(
      int sensors,
      int[] watched,
      double[] centre,
      double[] offset,
      Matrix weights,
      Matrix factor,
      double[] usual,
      double floor) {
    int n = watched.length;
    if (n < 1) {
      throw new IllegalArgumentException("watched is empty, at least one sensor is needed");
    }
    int before = -1;
    for (int sensor : watched) {
      if (sensor <= before || sensor >= sensors) {
        throw new IllegalArgumentException(
            "watched is "
                + Arrays.toString(watched)
                + ", must ascend from 0 to at most "
                + (sensors - 1));
      }
      before = sensor;
    }
    requireLength("centre", centre.length, n);
    requireLength("offset", offset.length, n);
    requireLength("usual", usual.length, n);
    requireLength("weights", weights.rows(), n);
    requireLength("weights of a row", weights.columns(), n);
    requireLength("factor", factor.rows(), n);
    requireLength("factor of a row", factor.columns(), n);
    requireFinite("centre", centre);
    requireFinite("offset", offset);
    requireFinite("usual", usual);
    requireFinite("weights", weights.toArray());
    requireFinite("factor", factor.toArray());
    for (int j = 0; j < n; j++) {
      if (!(factor.get(j, j) > 0)) {
        throw new IllegalArgumentException(
            "factor has " + factor.get(j, j) + " on its diagonal, must be positive");
      }
      if (!(usual[j] > 0)) {
        throw new IllegalArgumentException("usual holds " + usual[j] + ", must be positive");
      }
    }
    if (!(floor > 0 && floor < 1)) {
      throw new IllegalArgumentException("floor is " + floor + ", must be between 0 and 1");
    }
    return new RelationModel(sensors, watched, centre, offset, weights, factor, usual, floor);
  }

  private static void requireLength(String name, int length, int expected) {
    if (length != expected) {
      throw new IllegalArgumentException(
          name + " has " + length + " values, must have " + expected);
    }
  }

  private static void requireFinite(String name, double[] values) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(name + " holds " + value + ", must be finite");
      }
    }
  }

  /**
   * Sensors of a reading.
   *
   * @return at least 1
   */
  public int sensors() {
    return sensors;
  }

  /**
   * How many sensors take part.
   *
   * @return n, from 1 to {@link #sensors}
   */
  public int size() {
    return watched.length;
  }

  /**
   * The sensors that take part.
   *
   * @return a copy, 0-based indices, ascending
   */
  public int[] watched() {
    return watched.clone();
  }

  /**
   * One of the sensors that take part.
   *
   * @param index from 0 to n - 1
   * @return 0-based index into a reading
   */
  public int sensor(int index) {
    return watched[index];
  }

  /**
   * What is subtracted from every reading.
   *
   * @return a copy of n values in sensor units
   */
  public double[] centre() {
    return centre.clone();
  }

  /**
   * What is expected of a reading after one that equals the centre, less the centre.
   *
   * @return a copy of n values in sensor units
   */
  public double[] offset() {
    return offset.clone();
  }

  /**
   * The weights W.
   *
   * @return n x n; row i holds what sensor i before says about all sensors now
   */
  public Matrix weights() {
    return weights;
  }

  /**
   * The Cholesky factor L of the precision of the residuals.
   *
   * @return a new n x n matrix, zeros above the diagonal
   */
  public Matrix factor() {
    int last = factor.length - 1;
    double[][] result = new double[factor.length][factor.length];
    for (int i = 0; i <= last; i++) {
      for (int j = 0; j <= i; j++) {
        result[i][j] = factor[last - i][Lanes.FIRST + last - j];
      }
    }
    return Matrix.ofRows(result);
  }

  /**
   * Mean contribution of each sensor on normal rows.
   *
   * @return a copy of n positive values
   */
  public double[] usual() {
    return usual.clone();
  }

  /**
   * Smallest variance of a direction of the residuals, as a share of the largest.
   *
   * @return between 0 and 1
   */
  public double floor() {
    return floor;
  }

  double centre(int index) {
    return centre[index];
  }

  double offset(int index) {
    return offset[index];
  }

  /**
   * Rows of L from the last to the first, their elements too, so that zeros come first; {@linkplain
   * Lanes#aligned aligned}; shared, not to be modified.
   */
  double[][] factorRows() {
    return factor;
  }

  /**
   * P_jj over 4^{@link #exponent}, in one over the square of the sensor's unit: of sensors at
   * scales of 1e-200 or 1e200 it would be no number otherwise.
   */
  double precision(int index) {
    return precision[index];
  }

  /** A power of two near the largest element of row j of L. */
  int exponent(int index) {
    return exponents[index];
  }

  double usual(int index) {
    return usual[index];
  }
}
