package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.SquareProducts;

/**
 * The empirical risk of any matrix from S = mean phi phi', H = mean phi Z' and t = mean |Z|^2:
 * risk(B) = t - 2 &lt;B, H&gt; + &lt;B, S B&gt;, with S and H for those who minimize it. Matrices
 * are arrays of rows.
 */
public final class SecondMoments {
  private final int classes;
  private final long terms;
  private final double[][] gram;
  private final double[][] cross;
  private final double square;

  /** Moments of C classes from so many terms: S, H, retained, and t. */
  public SecondMoments(int classes, long terms, double[][] gram, double[][] cross, double square) {
    this.classes = classes;
    this.terms = terms;
    this.gram = gram;
    this.cross = cross;
    this.square = square;
  }

  /** C. */
  public int classes() {
    return classes;
  }

  /** S, not to be modified. */
  public double[][] gram() {
    return gram;
  }

  /** H, not to be modified. */
  public double[][] cross() {
    return cross;
  }

  /** t, the mean of |Z|^2. */
  public double square() {
    return square;
  }

  /**
   * Bound of the rounding error of {@link #risk} and of a lower bound of the minimum, for a matrix
   * of spectral norm at most kappa. S and H are plain sums of non-negative products: each entry is
   * off by at most one unit in the last place per term, and a matrix of Frobenius norm at most 1 (S
   * and H are averages of such) weighs at most sqrt(C) in the nuclear norm.
   */
  public double allowance(double kappa) {
    return allowance((double) terms, kappa);
  }

  /** The part of {@link #allowance} that is due to the arithmetic on S and H alone. */
  public double ownAllowance(double kappa) {
    return allowance(0, kappa);
  }

  private double allowance(double summed, double kappa) {
    double units = summed + 16.0 * classes + 64;
    return units * 0x1p-53 * Math.sqrt(classes) * (1 + kappa) * (1 + kappa);
  }

  /** Empirical risk of B, at least 0. */
  public double risk(Matrix matrix) {
    double[][] b = matrix.toRows();
    double inner = 0;
    for (int i = 0; i < classes; i++) {
      for (int k = 0; k < classes; k++) {
        inner += b[i][k] * cross[i][k];
      }
    }
    return Math.max(0, square - 2 * inner + SquareProducts.form(gram, b));
  }

  /** Mean |D' phi|^2 = &lt;D, S D&gt;, at least 0. */
  public double energy(double[][] d) {
    return Math.max(0, SquareProducts.form(gram, d));
  }
}
