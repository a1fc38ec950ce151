package io.kahkm.internal.law;

import io.kahkm.internal.numeric.Matrix;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * The best closure of a law within a spectral ball, with the distance to the true minimum
 * certified: D_kappa of a known law.
 *
 * <p>Accelerated projected gradient with restarts on the population moments, projecting by clipped
 * singular values. It shares no code with the solver that certificates use, which is what it serves
 * to check.
 *
 * @param closure a matrix of the ball
 * @param risk its exact mean squared error
 * @param gap how far the minimum over the ball may lie below {@code risk} (Frank-Wolfe gap)
 */
public record BestClosure(Matrix closure, double risk, double gap) {
  /** Accuracy of D_kappa, in root-mean-square error. */
  public static final double ACCURACY = 1e-9;

  private static final int MOST_STEPS = 100_000;

  /**
   * Solves for a law.
   *
   * @param law with a regular E phi phi'
   * @param kappa spectral-norm limit, above 0
   * @return the closure, its error within {@value #ACCURACY} of D_kappa
   * @throws ArithmeticException if the accuracy is not reached
   */
  public static BestClosure of(PairLaw law, double kappa) {
    return new Search(law, kappa).solve();
  }

  /**
   * The error of the closure, no less than D_kappa.
   *
   * @return root-mean-square error
   */
  public double error() {
    return Math.sqrt(risk);
  }

  /**
   * A number that D_kappa does not fall below.
   *
   * @return root-mean-square error, at least 0
   */
  public double errorLow() {
    return Math.sqrt(Math.max(0, risk - gap));
  }

  private static final class Search {
    private final PairLaw law;
    private final double kappa;
    private final int classes;
    private final DMatrixRMaj gram;
    private final DMatrixRMaj cross;
    private final SingularValueDecomposition_F64<DMatrixRMaj> svd;

    Search(PairLaw law, double kappa) {
      this.law = law;
      this.kappa = kappa;
      classes = law.classes();
      gram = new DMatrixRMaj(classes, classes, true, law.gram());
      cross = new DMatrixRMaj(classes, classes, true, law.cross());
      svd = DecompositionFactory_DDRM.svd(classes, classes, true, true, true);
    }

    BestClosure solve() {
      // Step 1 / L of the gradient 2 (S B - H).
      double step = 0.5 / largest(singularValues(gram));
      DMatrixRMaj point = clip(leastSquares());
      DMatrixRMaj ahead = point.copy();
      double momentum = 1;
      for (int i = 0; i < MOST_STEPS; i++) {
        BestClosure found = assess(point);
        if (found.error() - found.errorLow() <= ACCURACY) {
          return found;
        }
        DMatrixRMaj next = ahead.copy();
        CommonOps_DDRM.addEquals(next, -step, gradient(ahead));
        next = clip(next);
        DMatrixRMaj move = new DMatrixRMaj(classes, classes);
        CommonOps_DDRM.subtract(next, point, move);
        double nextMomentum = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
        // Momentum that points uphill is given up.
        if (inner(gradient(ahead), move) > 0) {
          nextMomentum = 1;
          momentum = 1;
        }
        CommonOps_DDRM.add(next, (momentum - 1) / nextMomentum, move, ahead);
        momentum = nextMomentum;
        point = next;
      }
      throw new ArithmeticException("the best closure of law " + law.name() + " is not reached");
    }

    private DMatrixRMaj leastSquares() {
      LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(classes);
      DMatrixRMaj solution = new DMatrixRMaj(classes, classes);
      if (!solver.setA(gram.copy())) {
        throw new ArithmeticException("E phi phi' of law " + law.name() + " is singular");
      }
      solver.solve(cross.copy(), solution);
      return solution;
    }

    private DMatrixRMaj gradient(DMatrixRMaj b) {
      DMatrixRMaj gradient = new DMatrixRMaj(classes, classes);
      CommonOps_DDRM.mult(2, gram, b, gradient);
      CommonOps_DDRM.addEquals(gradient, -2, cross);
      return gradient;
    }

    private BestClosure assess(DMatrixRMaj b) {
      DMatrixRMaj gradient = gradient(b);
      double nuclear = 0;
      for (double value : singularValues(gradient)) {
        nuclear += value;
      }
      double gap = Math.max(0, inner(gradient, b) + kappa * nuclear);
      Matrix closure = Matrix.of(classes, classes, b.getData().clone());
      return new BestClosure(closure, law.meanSquaredError(closure), gap);
    }

    private static double inner(DMatrixRMaj left, DMatrixRMaj right) {
      double sum = 0;
      for (int i = 0; i < left.getNumElements(); i++) {
        sum += left.get(i) * right.get(i);
      }
      return sum;
    }

    private double[] singularValues(DMatrixRMaj matrix) {
      if (!svd.decompose(matrix.copy())) {
        throw new ArithmeticException("singular values do not converge");
      }
      double[] values = new double[classes];
      System.arraycopy(svd.getSingularValues(), 0, values, 0, classes);
      return values;
    }

    private static double largest(double[] values) {
      double largest = 0;
      for (double value : values) {
        largest = Math.max(largest, value);
      }
      return largest;
    }

    /** Projection onto the ball. */
    private DMatrixRMaj clip(DMatrixRMaj matrix) {
      double[] values = singularValues(matrix);
      if (largest(values) <= kappa) {
        return matrix;
      }
      DMatrixRMaj left = svd.getU(null, false).copy();
      for (int k = 0; k < classes; k++) {
        double value = Math.min(kappa, values[k]);
        for (int l = 0; l < classes; l++) {
          left.set(l, k, left.get(l, k) * value);
        }
      }
      DMatrixRMaj product = new DMatrixRMaj(classes, classes);
      CommonOps_DDRM.mult(left, svd.getV(null, true), product);
      return product;
    }
  }
}
