package io.kahkm.fitting.readout;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;
import org.jspecify.annotations.Nullable;

/** Ridge regressions of one penalty from sums over pairs. */
final class Ridge {
  private final RegressionSums sums;
  private final DMatrixRMaj covariance;
  private final LinearSolverDense<DMatrixRMaj> solver;

  /**
   * Prepares one penalty.
   *
   * @param penalty added to the variance of every feature, which is about 1; above 0
   * @throws ArithmeticException if the sums are not finite or the penalty is too small for them
   */
  Ridge(RegressionSums sums, double penalty) {
    this.sums = sums;
    int size = sums.features;
    covariance = new DMatrixRMaj(size, size);
    for (int f = 0; f < size; f++) {
      for (int g = 0; g <= f; g++) {
        double value = sums.covariance(f, g);
        covariance.set(f, g, value);
        covariance.set(g, f, value);
      }
      covariance.add(f, f, penalty);
    }
    solver = LinearSolverFactory_DDRM.chol(size);
    if (!solver.setA(covariance.copy())) {
      throw new ArithmeticException("a regression with penalty " + penalty + " is not regular");
    }
  }

  /**
   * Weights of targets.
   *
   * @param shift per target a multiple of one feature that is added to it, or null: target i
   *     becomes y_i + shift_i z_i, and its weights are those of y_i that follow
   * @return per target the constant, then one weight per feature
   */
  double[][] weights(double @Nullable [] shift) {
    int size = sums.features;
    DMatrixRMaj right = new DMatrixRMaj(size, sums.targets);
    for (int f = 0; f < size; f++) {
      for (int i = 0; i < sums.targets; i++) {
        double value = sums.covarianceWithTarget(f, i);
        if (shift != null) {
          value = Math.fma(shift[i], sums.covariance(f, i), value);
        }
        right.set(f, i, value);
      }
    }
    DMatrixRMaj solution = new DMatrixRMaj(size, sums.targets);
    solver.solve(right, solution);
    double[][] weights = new double[sums.targets][1 + size];
    for (int i = 0; i < weights.length; i++) {
      double constant = sums.targetSum[i] / sums.count;
      for (int f = 0; f < size; f++) {
        double weight = solution.get(f, i) - (shift != null && f == i ? shift[i] : 0);
        weights[i][1 + f] = weight;
        constant = Math.fma(-weight, sums.featureSum[f] / sums.count, constant);
      }
      weights[i][0] = constant;
      if (!Double.isFinite(constant)) {
        throw new ArithmeticException("a regression is not finite");
      }
    }
    return weights;
  }
}
