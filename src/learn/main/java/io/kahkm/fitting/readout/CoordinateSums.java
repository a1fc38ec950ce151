package io.kahkm.fitting.readout;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Sums from which it follows what predicted coordinates add to linear models: the part of the
 * coordinates that readings do not explain, against the errors of the linear models. Mutable, one
 * owner.
 */
final class CoordinateSums {
  /** Candidates, relative to the mean variance of the unexplained coordinates. */
  static final double[] PENALTIES = {1e-4, 1e-3, 1e-2, 0.1, 1, 10};

  private final double[][] linear;
  private final double[][] explained;
  private final double[] products;
  private final double[] cross;
  private final double[] rest;
  private final double[] errors;
  private long count;

  /**
   * No pair yet.
   *
   * @param linear per sensor the constant and weights of the features
   * @param explained the same per coordinate
   */
  CoordinateSums(double[][] linear, double[][] explained) {
    this.linear = linear;
    this.explained = explained;
    products = new double[explained.length * explained.length];
    cross = new double[explained.length * linear.length];
    rest = new double[explained.length];
    errors = new double[linear.length];
  }

  /**
   * What is left of coordinates and changes when the linear models have had their say.
   *
   * @param features of a state
   * @param predicted coordinates
   * @param change of the sensors, h steps ahead
   * @param restOut as many values as coordinates; overwritten
   * @param errorOut as many values as sensors; overwritten
   */
  void rest(
      double[] features, double[] predicted, double[] change, double[] restOut, double[] errorOut) {
    for (int c = 0; c < restOut.length; c++) {
      restOut[c] = predicted[c] - LinearCandidates.value(explained[c], features);
    }
    for (int i = 0; i < errorOut.length; i++) {
      errorOut[i] = change[i] - LinearCandidates.value(linear[i], features);
    }
  }

  /** The part of every coordinate that features explain: the constant, then their weights. */
  double[][] explained() {
    return explained;
  }

  void add(double[] features, double[] predicted, double[] change) {
    rest(features, predicted, change, rest, errors);
    count++;
    for (int c = 0; c < rest.length; c++) {
      for (int d = c; d < rest.length; d++) {
        products[c * rest.length + d] = Math.fma(rest[c], rest[d], products[c * rest.length + d]);
      }
      for (int i = 0; i < errors.length; i++) {
        cross[c * errors.length + i] = Math.fma(rest[c], errors[i], cross[c * errors.length + i]);
      }
    }
  }

  /**
   * Weights of the unexplained coordinates.
   *
   * @param penalty relative to their mean variance, above 0
   * @return one row per sensor; zero where nothing is unexplained
   */
  double[][] weights(double penalty) {
    int classes = rest.length;
    DMatrixRMaj gram = new DMatrixRMaj(classes, classes);
    double trace = 0;
    for (int c = 0; c < classes; c++) {
      for (int d = c; d < classes; d++) {
        double value = products[c * classes + d] / count;
        gram.set(c, d, value);
        gram.set(d, c, value);
      }
      trace += gram.get(c, c);
    }
    double[][] weights = new double[errors.length][classes];
    if (!(trace > 0)) {
      return weights;
    }
    for (int c = 0; c < classes; c++) {
      gram.add(c, c, penalty * trace / classes);
    }
    DMatrixRMaj right = new DMatrixRMaj(classes, errors.length);
    for (int j = 0; j < cross.length; j++) {
      right.set(j, cross[j] / count);
    }
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(classes);
    if (!solver.setA(gram)) {
      return weights;
    }
    DMatrixRMaj solution = new DMatrixRMaj(classes, errors.length);
    solver.solve(right, solution);
    for (int i = 0; i < weights.length; i++) {
      for (int c = 0; c < classes; c++) {
        weights[i][c] = solution.get(c, i);
        if (!Double.isFinite(weights[i][c])) {
          return new double[errors.length][classes];
        }
      }
    }
    return weights;
  }
}
