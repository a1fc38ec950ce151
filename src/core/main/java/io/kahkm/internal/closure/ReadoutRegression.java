package io.kahkm.internal.closure;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * The standardised ridge regressions behind one readout: all sensors share the Gram matrix of the
 * predicted coordinates; each adds its own present value.
 */
final class ReadoutRegression {
  private final int horizon;
  private final int dimension;
  private final int classes;

  /** Per start: the state at the origin, the state h steps ahead and the predicted coordinates. */
  private final List<double[]> origins = new ArrayList<>();

  private final List<double[]> futures = new ArrayList<>();
  private final List<double[]> predictions = new ArrayList<>();

  private final double[] mean;
  private final double[] deviation;
  private final DMatrixRMaj sharedGram;

  ReadoutRegression(
      int horizon, Episodes raw, List<double[][]> coordinatesPerEpisode, DMatrixRMaj power) {
    this.horizon = horizon;
    dimension = raw.dimension();
    classes = power.numRows;
    collect(raw, coordinatesPerEpisode, power);
    if (origins.isEmpty()) {
      throw new IllegalArgumentException(
          "horizon is " + horizon + ", no episode has a state so many steps after another");
    }
    mean = new double[dimension];
    deviation = new double[dimension];
    standardise();
    sharedGram = sharedGram();
  }

  private void collect(Episodes raw, List<double[][]> coordinatesPerEpisode, DMatrixRMaj power) {
    for (int e = 0; e < raw.count(); e++) {
      double[][] coordinates = coordinatesPerEpisode.get(e);
      int starts = raw.length(e) - horizon;
      if (coordinates.length < starts) {
        throw new IllegalArgumentException(
            "coordinates of episode "
                + e
                + " have "
                + coordinates.length
                + " rows, the episode has "
                + starts
                + " starts");
      }
      for (int t = 0; t < starts; t++) {
        if (coordinates[t].length != classes) {
          throw new IllegalArgumentException(
              "coordinates of episode "
                  + e
                  + " have "
                  + coordinates[t].length
                  + " columns, the closure has "
                  + classes
                  + " classes");
        }
        origins.add(raw.state(e, t));
        futures.add(raw.state(e, t + horizon));
        predictions.add(predict(coordinates[t], power));
      }
    }
  }

  private double[] predict(double[] phi, DMatrixRMaj power) {
    double[] predicted = new double[classes];
    for (int l = 0; l < classes; l++) {
      for (int k = 0; k < classes; k++) {
        predicted[k] = Math.fma(phi[l], power.get(l, k), predicted[k]);
      }
    }
    return predicted;
  }

  /** Mean and deviation of every sensor at the origins; a constant sensor keeps its unit. */
  private void standardise() {
    double[] variation = new double[dimension];
    for (int s = 0; s < origins.size(); s++) {
      double[] origin = origins.get(s);
      for (int i = 0; i < dimension; i++) {
        double before = origin[i] - mean[i];
        mean[i] += before / (s + 1);
        variation[i] = Math.fma(before, origin[i] - mean[i], variation[i]);
      }
    }
    for (int i = 0; i < dimension; i++) {
      double squared = variation[i] / origins.size();
      deviation[i] = squared > 0 ? Math.sqrt(squared) : 1;
    }
  }

  private DMatrixRMaj sharedGram() {
    DMatrixRMaj gram = new DMatrixRMaj(1 + classes, 1 + classes);
    for (double[] predicted : predictions) {
      for (int l = 0; l < classes; l++) {
        for (int k = l; k < classes; k++) {
          gram.add(1 + l, 1 + k, predicted[l] * predicted[k]);
        }
      }
    }
    for (int l = 1; l <= classes; l++) {
      for (int k = 1; k < l; k++) {
        gram.set(l, k, gram.get(k, l));
      }
    }
    return gram;
  }

  Matrix solve(double ridge) {
    double[] weights = new double[dimension * (1 + classes)];
    for (int i = 0; i < dimension; i++) {
      DMatrixRMaj standardised = solveSensor(i, ridge);
      double own = 1 + standardised.get(0, 0);
      int row = i * (1 + classes);
      weights[row] = own;
      for (int c = 0; c < classes; c++) {
        weights[row + 1 + c] =
            Math.fma(deviation[i], standardised.get(1 + c, 0), mean[i] * (1 - own));
      }
    }
    return Matrix.of(dimension, 1 + classes, weights);
  }

  private DMatrixRMaj solveSensor(int sensor, double ridge) {
    DMatrixRMaj gram = sharedGram.copy();
    DMatrixRMaj right = new DMatrixRMaj(1 + classes, 1);
    for (int s = 0; s < origins.size(); s++) {
      double[] predicted = predictions.get(s);
      double sum = 0;
      for (double coordinate : predicted) {
        sum += coordinate;
      }
      double centre = mean[sensor] * sum;
      double present = (origins.get(s)[sensor] - centre) / deviation[sensor];
      double change = (futures.get(s)[sensor] - origins.get(s)[sensor]) / deviation[sensor];
      gram.add(0, 0, present * present);
      right.add(0, 0, present * change);
      for (int c = 0; c < classes; c++) {
        gram.add(0, 1 + c, present * predicted[c]);
        right.add(1 + c, 0, predicted[c] * change);
      }
    }
    double trace = 0;
    for (int f = 0; f <= classes; f++) {
      gram.set(f, 0, gram.get(0, f));
      trace += gram.get(f, f);
    }
    double penalty = ridge * trace / (1 + classes);
    for (int f = 0; f <= classes; f++) {
      gram.add(f, f, penalty);
    }
    return solve(gram, right, sensor);
  }

  private DMatrixRMaj solve(DMatrixRMaj gram, DMatrixRMaj right, int sensor) {
    DMatrixRMaj solution = new DMatrixRMaj(1 + classes, 1);
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(1 + classes);
    if (!solver.setA(gram)) {
      throw new ArithmeticException(
          "the readout of sensor "
              + sensor
              + " at horizon "
              + horizon
              + " is not regular: the ridge is too small or a forecast is not finite");
    }
    solver.solve(right, solution);
    for (int f = 0; f <= classes; f++) {
      if (!Double.isFinite(solution.get(f, 0))) {
        throw new ArithmeticException(
            "the readout of sensor " + sensor + " at horizon " + horizon + " is not finite");
      }
    }
    return solution;
  }
}
