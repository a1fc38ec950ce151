package io.kahkm.system;

import io.kahkm.internal.closure.ClosureFit;

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
        present = RowVector.times(present, matrix);
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
        ClosureFit.ridge(dictionary.lift(current), dictionary.lift(next), RIDGE).toRows();
    return (state, steps) -> {
      double[][] path = new double[steps][];
      double[] features = dictionary.features(state);
      for (int h = 0; h < steps; h++) {
        features = RowVector.times(features, matrix);
        path[h] = new double[dimension];
        System.arraycopy(features, dictionary.firstComponent(), path[h], 0, dimension);
      }
      return path;
    };
  }
}
