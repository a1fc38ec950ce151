package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.kernel.Lanes;
import java.util.Arrays;

/**
 * Euclidean projection onto the probability simplex (equation "projection onto the simplex"): the
 * nearest vector with nonnegative entries that sum to one.
 *
 * <p>The projection is {@code max(v - threshold, 0)}. The threshold is found by Michelot's method:
 * average over the entries above the last threshold until none drops out. It needs no sorting and
 * no memory. Entries are taken relative to the largest one; those more than one below it become
 * zero, so that no finite input overflows. Sums run in eight lanes like those of {@link Closure};
 * the squared distance adds its terms in ascending order by fused multiply-add.
 *
 * <p>Stateless and thread-safe.
 */
public final class SimplexProjection {
  private SimplexProjection() {}

  /**
   * Projects one vector. A forecast that has diverged so far that it holds an infinity or NaN has
   * no nearest point: it becomes the uniform vector at an infinite distance, so that nothing
   * downstream sees a NaN.
   *
   * @param v at least one value; not modified unless it is {@code out}
   * @param out as long as {@code v}; overwritten; may be {@code v}
   * @return the squared distance {@code |v - out|^2}; infinite if it is beyond the largest double
   * @throws IllegalArgumentException if v is empty or the lengths differ
   */
  public static double project(double[] v, double[] out) {
    if (out.length != v.length) {
      throw new IllegalArgumentException("out has " + out.length + " values, v has " + v.length);
    }
    return project(v, out, 0, v.length);
  }

  /** Projects some neighbouring entries; the others stay as they are. */
  static double project(double[] v, double[] out, int start, int length) {
    double largest = largest(v, start, length);
    if (Double.isNaN(largest)) {
      Arrays.fill(out, start, start + length, 1.0 / length);
      return Double.POSITIVE_INFINITY;
    }
    double threshold = threshold(v, start, length, largest);
    double distance = 0;
    for (int i = start; i < start + length; i++) {
      double projected = Math.max((v[i] - largest) - threshold, 0);
      double difference = v[i] - projected;
      distance = Math.fma(difference, difference, distance);
      out[i] = projected;
    }
    return distance;
  }

  /**
   * The squared distance of a vector from the simplex, without storing the projection.
   *
   * @param v at least one value; not modified
   * @return the same bits as {@link #project} returns
   * @throws IllegalArgumentException if v is empty
   */
  public static double squaredDistance(double[] v) {
    double largest = largest(v, 0, v.length);
    if (Double.isNaN(largest)) {
      return Double.POSITIVE_INFINITY;
    }
    double threshold = threshold(v, 0, v.length, largest);
    double distance = 0;
    for (double value : v) {
      double difference = value - Math.max((value - largest) - threshold, 0);
      distance = Math.fma(difference, difference, distance);
    }
    return distance;
  }

  /**
   * Projects every row, which gives the nearest row-stochastic matrix in Frobenius norm.
   *
   * @param b at least one column, all values finite
   * @return a new matrix of the same shape
   * @throws IllegalArgumentException if b has no column or holds a value that is not finite
   */
  public static Matrix rowStochastic(Matrix b) {
    double[] values = b.toArray();
    projectRows(values, b.rows(), b.columns());
    return Matrix.of(b.rows(), b.columns(), values);
  }

  /** Projects the rows of a row-major array in place. */
  private static void projectRows(double[] values, int rows, int columns) {
    for (int row = 0; row < rows; row++) {
      if (!projectRow(values, row * columns, columns)) {
        throw new IllegalArgumentException("row " + row + " holds a value that is not finite");
      }
    }
  }

  /** Projects some neighbouring entries in place; false if one is not finite. */
  static boolean projectRow(double[] values, int start, int columns) {
    double largest = largest(values, start, columns);
    if (Double.isNaN(largest)) {
      return false;
    }
    double threshold = threshold(values, start, columns, largest);
    for (int i = start; i < start + columns; i++) {
      values[i] = Math.max((values[i] - largest) - threshold, 0);
    }
    return true;
  }

  /** The largest entry, NaN if any entry is not finite. */
  private static double largest(double[] v, int start, int length) {
    if (length == 0) {
      throw new IllegalArgumentException("v is empty, the simplex needs at least one coordinate");
    }
    double largest = v[start];
    boolean finite = true;
    for (int i = start; i < start + length; i++) {
      finite &= Double.isFinite(v[i]);
      largest = Math.max(largest, v[i]);
    }
    return finite ? largest : Double.NaN;
  }

  /** The threshold relative to the largest entry: from -1 (it alone counts) up to -1/length. */
  private static double threshold(double[] v, int start, int length, double largest) {
    double threshold = -1;
    int active = 0;
    while (true) {
      int count = 0;
      for (int i = start; i < start + length; i++) {
        count += v[i] - largest > threshold ? 1 : 0;
      }
      if (count == active) {
        return threshold;
      }
      active = count;
      double sum = Lanes.sumAbove(v, start, length, largest, threshold);
      // Rounding must not let the threshold fall, or an entry could come back and the loop not end.
      threshold = Math.max(threshold, (sum - 1) / count);
    }
  }
}
