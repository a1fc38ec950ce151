package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.decomposition.QRDecomposition;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Fits a closure matrix to all pairs of a training set: row i of {@code phi} holds the coordinates
 * of a state, row i of {@code z} those of its successor, and the prediction of row i is {@code
 * phi_i B}.
 *
 * <p>Stateless and thread-safe; arrays are neither modified nor retained.
 */
public final class ClosureFit {
  /**
   * Spacing of doubles at 1; singular values below this times size times the largest count as 0.
   */
  private static final double MACHINE_EPSILON = Math.ulp(1.0);

  private ClosureFit() {}

  /**
   * Cyclic NLMS (equations "cyclic order" and "NLMS update"): all pairs in input order, epoch by
   * epoch.
   *
   * @param start initial matrix, C x C; the paper uses the identity
   * @param phi current coordinates, rows of C values
   * @param z successor coordinates, as many rows of C values
   * @param beta step size, above 0 and below 1
   * @param epochs passes over the pairs, at least 0
   * @param progress told after every epoch
   * @return the matrix after the last epoch
   * @throws IllegalArgumentException if a shape or a setting is wrong
   */
  public static Matrix nlms(
      Matrix start, double[][] phi, double[][] z, double beta, int epochs, Progress progress) {
    requirePairs(phi, z);
    Closure.requireStepSize(beta);
    if (epochs < 0) {
      throw new IllegalArgumentException("epochs is " + epochs + ", must be at least 0");
    }
    Closure closure = Closure.of(start);
    for (int epoch = 0; epoch < epochs; epoch++) {
      for (int i = 0; i < phi.length; i++) {
        closure.update(phi[i], z[i], beta);
      }
      progress.update("closure epochs", epoch + 1, epochs);
    }
    return closure.matrix();
  }

  /**
   * Ordinary least squares: the matrix of smallest Frobenius norm among those that minimize {@code
   * sum |z_i - B^T phi_i|^2}. Solved by a QR decomposition and the singular values of its factor,
   * so that coordinates that depend on each other do no harm.
   *
   * @param phi current coordinates, at least one row
   * @param z successor coordinates, as many rows
   * @return the matrix, columns of phi x columns of z
   * @throws IllegalArgumentException if a shape is wrong or a value is not finite
   * @throws ArithmeticException if the singular values do not converge
   */
  public static Matrix leastSquares(double[][] phi, double[][] z) {
    requirePairs(phi, z);
    DMatrixRMaj features = stack(phi, 0, "phi");
    DMatrixRMaj targets = stack(z, 0, "z");
    QRDecomposition<DMatrixRMaj> qr =
        DecompositionFactory_DDRM.qr(features.numRows, features.numCols);
    if (!qr.decompose(features.copy())) {
      throw new ArithmeticException("the QR decomposition of the coordinates failed");
    }
    DMatrixRMaj factor = qr.getR(null, true);
    DMatrixRMaj orthogonal = qr.getQ(null, true);
    DMatrixRMaj rotated = new DMatrixRMaj(orthogonal.numCols, targets.numCols);
    CommonOps_DDRM.multTransA(orthogonal, targets, rotated);

    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(factor.numRows, factor.numCols, true, true, true);
    if (!svd.decompose(factor)) {
      throw new ArithmeticException("the singular values of the coordinates do not converge");
    }
    double[] singular = svd.getSingularValues();
    int count = svd.numberOfSingularValues();
    double largest = 0;
    for (int i = 0; i < count; i++) {
      largest = Math.max(largest, singular[i]);
    }
    double negligible = MACHINE_EPSILON * Math.max(features.numRows, features.numCols) * largest;
    DMatrixRMaj left = svd.getU(null, true);
    DMatrixRMaj right = svd.getV(null, false);
    DMatrixRMaj weights = new DMatrixRMaj(left.numRows, targets.numCols);
    CommonOps_DDRM.mult(left, rotated, weights);
    for (int i = 0; i < weights.numRows; i++) {
      boolean counts = i < count && singular[i] > negligible;
      for (int k = 0; k < weights.numCols; k++) {
        weights.set(i, k, counts ? weights.get(i, k) / singular[i] : 0);
      }
    }
    DMatrixRMaj solution = new DMatrixRMaj(right.numRows, targets.numCols);
    CommonOps_DDRM.mult(right, weights, solution);
    return toMatrix(solution);
  }

  /**
   * Ridge least squares with the summed loss (equation "ridge closure"): minimizes {@code sum |z_i
   * - B^T phi_i|^2 + lambda |B|_F^2}. Solved as the least-squares problem of phi with {@code
   * sqrt(lambda) I} below it, which keeps twice the digits of the normal equations.
   *
   * @param phi current coordinates, at least one row
   * @param z successor coordinates, as many rows
   * @param lambda penalty, above 0, not scaled by the number of pairs; the paper uses 1e-8
   * @return the matrix, columns of phi x columns of z
   * @throws IllegalArgumentException if a shape or lambda is wrong or a value is not finite
   * @throws ArithmeticException if lambda is too small to make the problem regular
   */
  public static Matrix ridge(double[][] phi, double[][] z, double lambda) {
    requirePairs(phi, z);
    if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("lambda is " + lambda + ", must be above 0 and finite");
    }
    int columns = phi[0].length;
    DMatrixRMaj features = stack(phi, columns, "phi");
    DMatrixRMaj targets = stack(z, columns, "z");
    double root = Math.sqrt(lambda);
    for (int c = 0; c < columns; c++) {
      features.set(phi.length + c, c, root);
    }
    LinearSolverDense<DMatrixRMaj> solver =
        LinearSolverFactory_DDRM.leastSquares(features.numRows, features.numCols);
    DMatrixRMaj solution = new DMatrixRMaj(columns, targets.numCols);
    if (!solver.setA(features)) {
      throw new ArithmeticException("lambda " + lambda + " is too small: the fit is singular");
    }
    solver.solve(targets, solution);
    return toMatrix(solution);
  }

  private static void requirePairs(double[][] phi, double[][] z) {
    if (phi.length == 0 || phi.length != z.length) {
      throw new IllegalArgumentException(
          "phi has " + phi.length + " rows, z has " + z.length + "; as many and at least 1 needed");
    }
  }

  /** Rows as a matrix with further rows of zeros below them. */
  private static DMatrixRMaj stack(double[][] rows, int below, String name) {
    int columns = rows[0].length;
    DMatrixRMaj matrix = new DMatrixRMaj(rows.length + below, columns);
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != columns) {
        throw new IllegalArgumentException(
            name + " row " + i + " has " + rows[i].length + " values, row 0 has " + columns);
      }
      for (int c = 0; c < columns; c++) {
        if (!Double.isFinite(rows[i][c])) {
          throw new IllegalArgumentException(name + " row " + i + " holds " + rows[i][c]);
        }
        matrix.set(i, c, rows[i][c]);
      }
    }
    return matrix;
  }

  private static Matrix toMatrix(DMatrixRMaj matrix) {
    return Matrix.of(matrix.numRows, matrix.numCols, matrix.getData());
  }
}
