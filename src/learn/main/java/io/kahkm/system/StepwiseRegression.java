package io.kahkm.system;

import io.kahkm.internal.numeric.Matrix;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Acrobot's one-step regression: the next state on the monomials of the state, which are computed
 * again after each predicted step. One regression serves predictors with and without clipping.
 * Immutable.
 */
public final class StepwiseRegression {
  private static final double SMALLEST_EIGENVALUE = 1e-13;

  private final PolynomialDictionary dictionary;
  private final double[][] matrix;

  private StepwiseRegression(PolynomialDictionary dictionary, double[][] matrix) {
    this.dictionary = dictionary;
    this.matrix = matrix;
  }

  /**
   * Fits the regression.
   *
   * <p>The monomials of (cos, sin) pairs depend on each other, so that the Gram matrix is singular;
   * directions whose eigenvalue is below 1e-13 of the largest are dropped.
   *
   * @param current states, rows; not modified
   * @param next their successors, as many rows; not modified
   * @param degree largest degree of the monomials, at least 1
   * @return the regression
   */
  public static StepwiseRegression fit(double[][] current, double[][] next, int degree) {
    PolynomialDictionary dictionary = new PolynomialDictionary(current[0].length, degree);
    return new StepwiseRegression(
        dictionary, truncatedRegression(dictionary.lift(current), next).toRows());
  }

  /**
   * Its forecasts as they are.
   *
   * @return the predictor
   */
  public StatePredictor free() {
    return clipped(Double.POSITIVE_INFINITY);
  }

  /**
   * Its forecasts with every predicted value clipped to [-limit, limit] after each step.
   *
   * @param limit the clipping limit, positive
   * @return the predictor
   */
  public StatePredictor clipped(double limit) {
    return (state, steps) -> {
      double[][] path = new double[steps][];
      double[] present = state;
      for (int h = 0; h < steps; h++) {
        present = RowVector.times(dictionary.features(present), matrix);
        for (int j = 0; j < present.length; j++) {
          present[j] = Math.max(-limit, Math.min(limit, present[j]));
        }
        path[h] = present;
      }
      return path;
    };
  }

  /** (Z^T Z + ridge I)^+ Z^T X with small eigenvalues dropped. */
  private static Matrix truncatedRegression(double[][] features, double[][] targets) {
    DMatrixRMaj lifted = new DMatrixRMaj(features);
    DMatrixRMaj wanted = new DMatrixRMaj(targets);
    int size = lifted.numCols;
    DMatrixRMaj gram = new DMatrixRMaj(size, size);
    CommonOps_DDRM.multTransA(lifted, lifted, gram);
    for (int i = 0; i < size; i++) {
      gram.add(i, i, StatePredictor.RIDGE);
    }
    DMatrixRMaj cross = new DMatrixRMaj(size, wanted.numCols);
    CommonOps_DDRM.multTransA(lifted, wanted, cross);
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, true, true);
    if (!eigen.decompose(gram)) {
      throw new ArithmeticException(
          "the eigenvalues of the monomials' Gram matrix do not converge");
    }
    double largest = 0;
    for (int k = 0; k < size; k++) {
      largest = Math.max(largest, eigen.getEigenvalue(k).getReal());
    }
    DMatrixRMaj solution = new DMatrixRMaj(size, wanted.numCols);
    for (int k = 0; k < size; k++) {
      double value = eigen.getEigenvalue(k).getReal();
      if (value > SMALLEST_EIGENVALUE * largest) {
        DMatrixRMaj direction = eigen.getEigenVector(k);
        DMatrixRMaj projected = new DMatrixRMaj(1, wanted.numCols);
        CommonOps_DDRM.multTransA(direction, cross, projected);
        CommonOps_DDRM.multAdd(1 / value, direction, projected, solution);
      }
    }
    return Matrix.of(size, wanted.numCols, solution.getData());
  }
}
