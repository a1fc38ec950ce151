package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.certificate.sums.SecondMoments;
import io.kahkm.internal.numeric.CholeskyFactor;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.SquareProducts;
import io.kahkm.internal.numeric.SymmetricEigen;
import java.util.Optional;

/**
 * The regularized minimum of the empirical risk: with S = mean phi phi', H = mean phi Z', t = mean
 * |Z|^2 and Smu = S + mu I, Bmu = Smu^-1 H. For every B, risk(B) + mu |B|_F^2 = t - &lt;Bmu, H&gt;
 * + |B - Bmu|^2 in the norm |D|^2 = trace(D' Smu D). O(C^3). Immutable.
 */
public final class RidgeMinimum {
  /** Covers the rounding of an eigenvalue of a matrix whose condition is at most 1 / mu. */
  private static final double LEVERAGE_SLACK = 1 + 1e-7;

  private final SecondMoments moments;
  private final CholeskyFactor factor;
  private final double[][] matrix;
  private final double explained;
  private final double squaredLength;

  private RidgeMinimum(SecondMoments moments, CholeskyFactor factor) {
    this.moments = moments;
    this.factor = factor;
    matrix = SquareProducts.copy(moments.cross());
    factor.solveLower(matrix);
    explained = squaredLength(matrix);
    factor.solveUpper(matrix);
    squaredLength = squaredLength(matrix);
  }

  /**
   * Solves.
   *
   * @param moments of a window
   * @return the minimum; empty where rounding has made S indefinite beyond mu
   */
  public static Optional<RidgeMinimum> of(SecondMoments moments) {
    double[][] gram = CoordinateMetric.regularized(SquareProducts.copy(moments.gram()));
    return CholeskyFactor.of(gram).map(factor -> new RidgeMinimum(moments, factor));
  }

  private static double squaredLength(double[][] rows) {
    double sum = 0;
    for (double[] row : rows) {
      sum += Rows.dot(row, row, 0, row.length);
    }
    return sum;
  }

  /** Bmu, C x C. */
  public Matrix matrix() {
    return Matrix.ofRows(matrix);
  }

  /** t - &lt;Bmu, H&gt;, the least regularized risk. */
  private double least() {
    return moments.square() - explained;
  }

  /**
   * What no matrix of the spectral ball has less risk than, apart from its distance to Bmu.
   *
   * @param kappa radius of the ball, at least 0
   * @return the bound with every rounding taken off; may be negative
   */
  public double lower(double kappa) {
    double regularization = CoordinateMetric.REGULARIZATION * moments.classes() * kappa * kappa;
    return least() - regularization - moments.allowance(kappa) - ownAllowance();
  }

  /**
   * Distance of a matrix from Bmu in the norm of Smu.
   *
   * @param reference Br, C x C
   * @return |Br - Bmu|, rounded up
   */
  public double distance(Matrix reference) {
    double square = squaredLength(reference.toRows());
    double excess = moments.risk(reference) + CoordinateMetric.REGULARIZATION * square - least();
    double allowance = moments.allowance(Math.sqrt(square)) + ownAllowance();
    return Math.sqrt(Math.max(0, excess + allowance));
  }

  /** Rounding of the solution itself: a factor of a matrix of trace about 1 at most. */
  private double ownAllowance() {
    return moments.ownAllowance(Math.sqrt(squaredLength));
  }

  /**
   * The factor between leverages: phi' Smu^-1 phi is at most this times phi' W^-1 phi.
   *
   * @param metric W
   * @return the largest eigenvalue of Smu^-1 W, rounded up
   */
  public double leverageFactor(CoordinateMetric metric) {
    double[][] half = SquareProducts.copy(metric.matrix());
    factor.solveLower(half);
    double[][] whole = SquareProducts.transpose(half);
    factor.solveLower(whole);
    return SymmetricEigen.largest(whole) * LEVERAGE_SLACK;
  }
}
