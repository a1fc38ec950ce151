package io.kahkm.internal.certificate.bound;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.SquareProducts;

/**
 * The three-term upper bound of equation "evaluable risk".
 *
 * @param prototypeDiameter L_A, largest distance between two rows of A
 * @param closureDistance d_A, largest distance between a row of A and the same row of B
 * @param lossUpper U_f, in [0, 1]
 * @param varianceUpper U_v, in [0, 2]
 * @param differenceUpper U_e, in [0, d_A^2]
 * @param bound L_A sqrt(U_f) + sqrt(U_v) + sqrt(U_e)
 * @param delta failure probability
 */
public record EvaluableRisk(
    double prototypeDiameter,
    double closureDistance,
    double lossUpper,
    double varianceUpper,
    double differenceUpper,
    double bound,
    double delta) {

  /** Error of an inner product of C terms, relative to the squared lengths and C, from above. */
  private static final double PRODUCT_ROUNDING = 0x1p-50;

  /**
   * Evaluates the bound.
   *
   * @param classMeans A, C x C, rows on the simplex, fixed before the window
   * @param closure B, C x C, fixed before the window
   * @param fHat mean assignment loss in [0, 1]
   * @param variance mean |Z - a^c|^2, in [0, 2]
   * @param difference mean |(A - B)' phi|^2, at least 0
   * @param units M or J
   * @param delta failure probability in (0, 1)
   * @return the bound
   */
  public static EvaluableRisk of(
      Matrix classMeans,
      Matrix closure,
      double fHat,
      double variance,
      double difference,
      long units,
      double delta) {
    double alpha = Math.sqrt(Levels.radius(3, delta, units) / 2);
    double[][] means = classMeans.toRows();
    double diameter = squaredDiameter(means);
    double distance = 0;
    for (int c = 0; c < means.length; c++) {
      distance = Math.max(distance, squaredDistance(means[c], closure.row(c)));
    }
    double lossUpper = Math.min(1, fHat + alpha);
    double varianceUpper = Math.min(2, variance + 2 * alpha);
    double differenceUpper = Math.min(distance, difference + distance * alpha);
    double bound =
        Math.sqrt(diameter) * Math.sqrt(lossUpper)
            + Math.sqrt(varianceUpper)
            + Math.sqrt(differenceUpper);
    return new EvaluableRisk(
        Math.sqrt(diameter),
        Math.sqrt(distance),
        lossUpper,
        varianceUpper,
        differenceUpper,
        bound,
        delta);
  }

  /**
   * The largest squared distance between two rows. Inner products say which pairs may be that far
   * apart; only those are measured, by their difference.
   */
  private static double squaredDiameter(double[][] rows) {
    double[][] products = SquareProducts.rowProducts(rows);
    double largest = 0;
    for (int c = 0; c < rows.length; c++) {
      for (int k = 0; k < c; k++) {
        double squares = products[c][c] + products[k][k];
        double rounding = PRODUCT_ROUNDING * rows.length * squares;
        if (squares - 2 * products[c][k] + rounding > largest) {
          largest = Math.max(largest, squaredDistance(rows[c], rows[k]));
        }
      }
    }
    return largest;
  }

  private static double squaredDistance(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      double difference = a[k] - b[k];
      sum += difference * difference;
    }
    return sum;
  }
}
