package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Rows;
import io.kahkm.internal.numeric.SymmetricEigen;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * The next standardized row predicted from the one before it, and how its residuals lie.
 *
 * <pre>
 * W = (A'A + lambda pairs I)^-1 A'Y,  S = R'R / pairs = Q diag(w) Q'
 * </pre>
 *
 * <p>with centred rows A before and Y after. Y is the level and not the change: pulled to the mean,
 * a direction whose normal variance is far below lambda becomes a relation that must keep its
 * level, and one far above a movement of which only the surprise counts. Pulled to persistence, a
 * lasting break would be forgotten after one row.
 */
final class Prediction {
  /** Ridge lambda as a share of the rows' variance. */
  static final double RIDGE = 0.01;

  private final double[] meanBefore;
  private final double[] meanAfter;
  private final double[][] weights;
  private final double[] variances;
  private final double[][] directions;

  private Prediction(
      double[] meanBefore,
      double[] meanAfter,
      double[][] weights,
      double[] variances,
      double[][] directions) {
    this.meanBefore = meanBefore;
    this.meanAfter = meanAfter;
    this.weights = weights;
    this.variances = variances;
    this.directions = directions;
  }

  /** A pair of rows by their numbers. */
  record Pair(int before, int after) {}

  /**
   * Fits.
   *
   * @param sums over the pairs
   * @param rows standardized; not modified
   * @param pairs those of the sums, in a fixed order
   */
  static Prediction fit(ConsecutiveSums sums, double[][] rows, List<Pair> pairs) {
    int size = sums.before.length;
    double share = 1.0 / sums.count;
    double[] meanBefore = new double[size];
    double[] meanAfter = new double[size];
    Rows.add(meanBefore, share, sums.before, 0);
    Rows.add(meanAfter, share, sums.after, 0);
    DMatrixRMaj gram = new DMatrixRMaj(size, size);
    DMatrixRMaj right = new DMatrixRMaj(size, size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        double ridge = i == j ? RIDGE * sums.count : 0;
        gram.set(i, j, sums.squares[i][j] - sums.before[i] * meanBefore[j] + ridge);
        right.set(i, j, sums.products[i][j] - sums.before[i] * meanAfter[j]);
      }
    }
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(size);
    if (!solver.setA(gram)) {
      throw new ArithmeticException("the sensors' products are not positive definite");
    }
    DMatrixRMaj solution = new DMatrixRMaj(size, size);
    solver.solve(right, solution);
    double[][] weights = Matrix.of(size, size, solution.data).toRows();
    double[][] covariance = new double[size][size];
    double[] residual = new double[size];
    for (Pair pair : pairs) {
      residual(meanBefore, meanAfter, weights, rows[pair.before()], rows[pair.after()], residual);
      for (int i = 0; i < size; i++) {
        Rows.add(covariance[i], residual[i] * share, residual, 0);
      }
    }
    double[][] directions = Matrix.identity(size).toRows();
    double[] variances = new SymmetricEigen(covariance, directions).values();
    return new Prediction(meanBefore, meanAfter, weights, variances, directions);
  }

  /** What the prediction of a row leaves. */
  void residual(double[] before, double[] after, double[] residual) {
    residual(meanBefore, meanAfter, weights, before, after, residual);
  }

  private static void residual(
      double[] meanBefore,
      double[] meanAfter,
      double[][] weights,
      double[] before,
      double[] after,
      double[] residual) {
    for (int j = 0; j < residual.length; j++) {
      residual[j] = after[j] - meanAfter[j];
    }
    for (int i = 0; i < residual.length; i++) {
      Rows.add(residual, meanBefore[i] - before[i], weights[i], 0);
    }
  }

  /** The residual in the basis of its directions. */
  void project(double[] residual, double[] projected) {
    for (int k = 0; k < projected.length; k++) {
      projected[k] = Rows.dot(directions[k], residual, 0, residual.length);
    }
  }

  /** Variances of the directions, none below the floor as a share of the largest. */
  double[] floored(double floor) {
    double largest = 0;
    for (double variance : variances) {
      largest = Math.max(largest, variance);
    }
    double[] result = new double[variances.length];
    for (int k = 0; k < result.length; k++) {
      result[k] = Math.max(variances[k], floor * largest);
    }
    return result;
  }

  /** The precision P = Q diag(1 / variances) Q', symmetric to the bit. */
  double[][] precision(double[] floored) {
    int size = floored.length;
    double[][] precision = new double[size][size];
    for (int k = 0; k < size; k++) {
      for (int i = 0; i < size; i++) {
        Rows.add(precision[i], directions[k][i] / floored[k], directions[k], 0);
      }
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        precision[i][j] = precision[j][i];
      }
    }
    return precision;
  }

  double[][] weights() {
    return weights;
  }

  /** What is expected after a row of zeros: the mean after less W' times the mean before. */
  double[] offset() {
    double[] offset = meanAfter.clone();
    for (int i = 0; i < offset.length; i++) {
      Rows.add(offset, -meanBefore[i], weights[i], 0);
    }
    return offset;
  }
}
