package io.kahkm.internal.evaluation;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * The plain competitor of the soft coordinates: a ridge regression, for one horizon h, of the
 * change x(t + h) - x(t) of all sensors on the present state and the states before it.
 *
 * <p>Its matrix is n x (1 + n d) for n sensors and d delays: the forecast of sensor i is {@code x_i
 * + W_i0 + sum over k, j of W_i(1 + k n + j) x_j(t - k)}, all in sensor units. Regressing the
 * change makes the penalty pull towards persistence, so that the competitor is no worse than it
 * where nothing can be learned.
 *
 * <p>Stateless and thread-safe; arrays passed in are not retained.
 */
public final class LinearStateModel {
  private LinearStateModel() {}

  /**
   * Fits the model of one horizon to every pair of states h steps apart within an episode.
   *
   * @param horizon h, at least 1
   * @param raw states in sensor units; not modified
   * @param delays d, states that a forecast looks at, at least 1
   * @param ridge penalty relative to the number of pairs, for columns of unit variance; above 0
   * @return n x (1 + n d) weights in sensor units
   * @throws IllegalArgumentException if no episode is longer than h + d - 1 or a setting is wrong
   * @throws ArithmeticException if the regression is not finite
   */
  public static Matrix fit(int horizon, Episodes raw, int delays, double ridge) {
    if (horizon < 1 || delays < 1 || !(ridge > 0 && ridge < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "horizon is "
              + horizon
              + ", delays is "
              + delays
              + ", ridge is "
              + ridge
              + ", must be at least 1, at least 1 and above 0");
    }
    int n = raw.dimension();
    int columns = n * delays;
    double[] mean = new double[columns];
    double[] deviation = new double[columns];
    double[] meanChange = new double[n];
    int pairs = moments(horizon, raw, delays, mean, deviation, meanChange);
    if (pairs == 0) {
      throw new IllegalArgumentException(
          "horizon is "
              + horizon
              + ", no episode has a state so many steps after "
              + delays
              + " others");
    }
    DMatrixRMaj gram = new DMatrixRMaj(columns, columns);
    DMatrixRMaj right = new DMatrixRMaj(columns, n);
    accumulate(horizon, raw, delays, mean, deviation, meanChange, gram, right);
    for (int l = 0; l < columns; l++) {
      for (int k = 0; k < l; k++) {
        gram.set(l, k, gram.get(k, l));
      }
      gram.add(l, l, ridge * pairs);
    }
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(columns);
    if (!solver.setA(gram)) {
      throw new ArithmeticException(
          "the linear state model of horizon " + horizon + " is not regular");
    }
    DMatrixRMaj solution = new DMatrixRMaj(columns, n);
    solver.solve(right, solution);
    return weights(solution, mean, deviation, meanChange, horizon);
  }

  private static int moments(
      int horizon,
      Episodes raw,
      int delays,
      double[] mean,
      double[] deviation,
      double[] meanChange) {
    int n = raw.dimension();
    int pairs = 0;
    for (int e = 0; e < raw.count(); e++) {
      for (int t = delays - 1; t + horizon < raw.length(e); t++) {
        pairs++;
        for (int k = 0; k < delays; k++) {
          double[] state = raw.state(e, t - k);
          for (int j = 0; j < n; j++) {
            int column = k * n + j;
            double before = state[j] - mean[column];
            mean[column] += before / pairs;
            deviation[column] = Math.fma(before, state[j] - mean[column], deviation[column]);
          }
        }
        double[] now = raw.state(e, t);
        double[] future = raw.state(e, t + horizon);
        for (int i = 0; i < n; i++) {
          meanChange[i] += (future[i] - now[i] - meanChange[i]) / pairs;
        }
      }
    }
    for (int column = 0; column < deviation.length; column++) {
      double squared = deviation[column] / pairs;
      deviation[column] = squared > 0 ? Math.sqrt(squared) : 1;
    }
    return pairs;
  }

  private static void accumulate(
      int horizon,
      Episodes raw,
      int delays,
      double[] mean,
      double[] deviation,
      double[] meanChange,
      DMatrixRMaj gram,
      DMatrixRMaj right) {
    int n = raw.dimension();
    int columns = n * delays;
    double[] features = new double[columns];
    double[] sums = gram.getData();
    double[] targets = right.getData();
    for (int e = 0; e < raw.count(); e++) {
      for (int t = delays - 1; t + horizon < raw.length(e); t++) {
        for (int column = 0; column < columns; column++) {
          double value = raw.state(e, t - column / n)[column % n];
          features[column] = (value - mean[column]) / deviation[column];
        }
        double[] now = raw.state(e, t);
        double[] future = raw.state(e, t + horizon);
        for (int l = 0; l < columns; l++) {
          for (int k = l; k < columns; k++) {
            sums[l * columns + k] = Math.fma(features[l], features[k], sums[l * columns + k]);
          }
          for (int i = 0; i < n; i++) {
            double change = future[i] - now[i] - meanChange[i];
            targets[l * n + i] = Math.fma(features[l], change, targets[l * n + i]);
          }
        }
      }
    }
  }

  private static Matrix weights(
      DMatrixRMaj solution, double[] mean, double[] deviation, double[] meanChange, int horizon) {
    int n = meanChange.length;
    int columns = mean.length;
    double[] weights = new double[n * (1 + columns)];
    for (int i = 0; i < n; i++) {
      int row = i * (1 + columns);
      double constant = meanChange[i];
      for (int column = 0; column < columns; column++) {
        double weight = solution.get(column, i) / deviation[column];
        weights[row + 1 + column] = weight;
        constant = Math.fma(-weight, mean[column], constant);
      }
      weights[row] = constant;
    }
    if (!Arrays.stream(weights).allMatch(Double::isFinite)) {
      throw new ArithmeticException(
          "the linear state model of horizon " + horizon + " is not finite");
    }
    return Matrix.of(n, 1 + columns, weights);
  }

  /**
   * States that a matrix looks at.
   *
   * @param weights from {@link #fit}
   * @return the number d of delays
   */
  public static int delays(Matrix weights) {
    return (weights.columns() - 1) / weights.rows();
  }

  /**
   * Forecasts from one state.
   *
   * @param weights from {@link #fit}
   * @param state n d values in sensor units, the present readings first; not modified
   * @param out n values in sensor units; overwritten
   */
  public static void apply(Matrix weights, double[] state, double[] out) {
    for (int i = 0; i < out.length; i++) {
      double sum = state[i] + weights.get(i, 0);
      for (int column = 0; column < state.length; column++) {
        sum = Math.fma(weights.get(i, 1 + column), state[column], sum);
      }
      out[i] = sum;
    }
  }
}
