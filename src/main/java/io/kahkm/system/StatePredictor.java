package io.kahkm.system;

import io.kahkm.closure.ClosureFit;
import io.kahkm.numeric.Matrix;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Forecasts states directly, to be encoded afterwards and compared with the coordinates' own
 * forecasts (section "Abstraction-space versus state-space prediction"). Immutable.
 */
public interface StatePredictor {
  /** Ridge penalty of all operators, on the summed loss. */
  double RIDGE = 1e-8;

  /**
   * Forecasts a state at every step.
   *
   * @param state the state at the origin; not modified
   * @param steps the largest horizon, at least 1
   * @return the forecasts of steps 1, 2, ..., {@code steps}, each a new array
   */
  double[][] forecast(double[] state, int steps);

  /**
   * Dynamic mode decomposition of the state: x+ = A x by ridge least squares, without a constant.
   *
   * @param current states, rows
   * @param next their successors, as many rows
   * @return the predictor
   */
  static StatePredictor dynamicModes(double[][] current, double[][] next) {
    double[][] matrix = ClosureFit.ridge(current, next, RIDGE).toRows();
    return (state, steps) -> {
      double[][] path = new double[steps][];
      double[] present = state;
      for (int h = 0; h < steps; h++) {
        present = times(present, matrix);
        path[h] = present;
      }
      return path;
    };
  }

  /**
   * Extended dynamic mode decomposition: one matrix from monomials to the successor's monomials.
   * The state is lifted once, the matrix applied h times, and the state's components are read off;
   * the monomials are not computed again between steps.
   *
   * @param current states, rows
   * @param next their successors, as many rows
   * @param degree largest degree of the monomials, at least 1
   * @return the predictor
   */
  static StatePredictor extendedDynamicModes(double[][] current, double[][] next, int degree) {
    int dimension = current[0].length;
    PolynomialDictionary dictionary = new PolynomialDictionary(dimension, degree);
    double[][] matrix =
        ClosureFit.ridge(lift(dictionary, current), lift(dictionary, next), RIDGE).toRows();
    return (state, steps) -> {
      double[][] path = new double[steps][];
      double[] features = dictionary.features(state);
      for (int h = 0; h < steps; h++) {
        features = times(features, matrix);
        path[h] = new double[dimension];
        System.arraycopy(features, dictionary.firstComponent(), path[h], 0, dimension);
      }
      return path;
    };
  }

  /**
   * Acrobot's one-step predictors: the next state regressed on the monomials, which are computed
   * again after each predicted step; every predicted value is clipped to [-limit, limit].
   *
   * <p>The monomials of (cos, sin) pairs depend on each other, so that the Gram matrix is singular;
   * directions whose eigenvalue is below 1e-13 of the largest are dropped.
   *
   * @param current states, rows
   * @param next their successors, as many rows
   * @param degree largest degree of the monomials, at least 1
   * @param limit the clipping limit, positive; {@code Double.POSITIVE_INFINITY} for none
   * @return the predictor
   */
  static StatePredictor stepwise(double[][] current, double[][] next, int degree, double limit) {
    PolynomialDictionary dictionary = new PolynomialDictionary(current[0].length, degree);
    double[][] matrix = truncatedRegression(lift(dictionary, current), next).toRows();
    return (state, steps) -> {
      double[][] path = new double[steps][];
      double[] present = state;
      for (int h = 0; h < steps; h++) {
        present = times(dictionary.features(present), matrix);
        for (int j = 0; j < present.length; j++) {
          present[j] = Math.max(-limit, Math.min(limit, present[j]));
        }
        path[h] = present;
      }
      return path;
    };
  }

  private static double[][] lift(PolynomialDictionary dictionary, double[][] states) {
    double[][] lifted = new double[states.length][];
    for (int i = 0; i < states.length; i++) {
      lifted[i] = dictionary.features(states[i]);
    }
    return lifted;
  }

  /** The row vector {@code vector} times the matrix. */
  private static double[] times(double[] vector, double[][] matrix) {
    double[] product = new double[matrix[0].length];
    for (int i = 0; i < vector.length; i++) {
      for (int j = 0; j < product.length; j++) {
        product[j] = Math.fma(vector[i], matrix[i][j], product[j]);
      }
    }
    return product;
  }

  /** (Z^T Z + ridge I)^+ Z^T X with small eigenvalues dropped. */
  private static Matrix truncatedRegression(double[][] features, double[][] targets) {
    double smallest = 1e-13;
    DMatrixRMaj lifted = new DMatrixRMaj(features);
    DMatrixRMaj wanted = new DMatrixRMaj(targets);
    int size = lifted.numCols;
    DMatrixRMaj gram = new DMatrixRMaj(size, size);
    CommonOps_DDRM.multTransA(lifted, lifted, gram);
    for (int i = 0; i < size; i++) {
      gram.add(i, i, RIDGE);
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
      if (value > smallest * largest) {
        DMatrixRMaj direction = eigen.getEigenVector(k);
        DMatrixRMaj projected = new DMatrixRMaj(1, wanted.numCols);
        CommonOps_DDRM.multTransA(direction, cross, projected);
        CommonOps_DDRM.multAdd(1 / value, direction, projected, solution);
      }
    }
    return Matrix.of(size, wanted.numCols, solution.getData());
  }
}
