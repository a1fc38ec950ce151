package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.numeric.CholeskyFactor;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.kernel.Lanes;

/**
 * The metric in which leverages of coordinates are kept while a window is open: W = mean phi phi'
 * of the fitting rows plus mu I, fixed before the window. The leverage of a pair is phi' W^-1 phi.
 * Any positive definite W gives valid bounds; the closer it is to the window's own mean phi phi',
 * the tighter they are. Immutable apart from workspace; one owner, not thread-safe.
 */
public final class CoordinateMetric {
  /** mu: regularizes means of phi phi', which are nearly singular where classes overlap. */
  public static final double REGULARIZATION = 1e-7;

  private final double[][] matrix;

  /** Row l is column l of the inverse of the lower Cholesky factor. */
  private final Matrix columns;

  private final double[] product;
  private final double[] lanes = new double[Lanes.COUNT];

  private CoordinateMetric(double[][] matrix) {
    int classes = matrix.length;
    this.matrix = matrix;
    CholeskyFactor factor =
        CholeskyFactor.of(matrix)
            .orElseThrow(() -> new IllegalArgumentException("the metric is not positive definite"));
    double[][] inverse = Matrix.identity(classes).toRows();
    factor.solveLower(inverse);
    double[][] transposed = new double[classes][classes];
    for (int l = 0; l < classes; l++) {
      for (int i = l; i < classes; i++) {
        transposed[l][i] = inverse[i][l];
      }
    }
    columns = Matrix.ofRows(transposed);
    product = Lanes.aligned(classes);
  }

  /**
   * The metric of some rows.
   *
   * @param gram mean phi phi' of the rows, C x C, symmetric
   * @return gram + mu I
   */
  public static CoordinateMetric of(Matrix gram) {
    return new CoordinateMetric(regularized(gram.toRows()));
  }

  /** The metric where nothing is known of the fitting rows: the identity. */
  public static CoordinateMetric identity(int classes) {
    return new CoordinateMetric(Matrix.identity(classes).toRows());
  }

  /** Adds mu to the diagonal, in place. */
  static double[][] regularized(double[][] gram) {
    for (int i = 0; i < gram.length; i++) {
      gram[i][i] += REGULARIZATION;
    }
    return gram;
  }

  /** W, not to be modified. */
  double[][] matrix() {
    return matrix;
  }

  /**
   * The leverage of a pair.
   *
   * @param phi current coordinates, length C; not modified
   * @return phi' W^-1 phi
   */
  public double leverage(double[] phi) {
    Rows.product(phi, columns, product);
    return Rows.squaredNorm(product, lanes);
  }
}
