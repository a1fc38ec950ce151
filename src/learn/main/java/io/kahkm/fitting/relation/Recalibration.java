package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Episodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * What an exchanged or recalibrated sensor would have read where the old one was in place.
 *
 * <p>The others tell: f is the least-squares regression of the old sensor on the sensors that
 * stayed, over the reference, and y the readings of the new one among the accepted ones.
 *
 * <pre>
 * new = offset + gain old,  gain = cov(f, y) / var(f),  offset = mean(y) - gain mean(f)
 * </pre>
 *
 * <p>f is shrunk towards the mean as much as the others leave open, but y is by the same share, so
 * that their ratio is the gain. It is taken for 1 unless it differs from 1 by more than three
 * standard errors, with as many independent readings as the residual has. A sensor that none of the
 * others follows has an offset alone, the difference of its means.
 *
 * @param offset in the sensor's unit
 * @param gain finite; negative where the sign was changed
 */
public record Recalibration(double offset, double gain) {
  private static final double ERRORS = 3;

  /** Readings that a gain below this would leave of the recording say nothing. */
  private static final double LEAST_GAIN = 0.1;

  /** For sensors that mirror each other, as a share of the variance. */
  private static final double RIDGE = 1e-6;

  /**
   * Estimates.
   *
   * @param reference readings of the old sensor; not modified
   * @param accepted readings of the new one; not modified
   * @param sensor its 0-based index
   * @param exchanged all sensors that were exchanged, this one among them: they tell nothing
   * @return how it differs
   * @throws IllegalArgumentException if the new sensor follows the others so little that it cannot
   *     be told what it would have read
   */
  public static Recalibration of(
      Episodes reference, Episodes accepted, int sensor, Set<Integer> exchanged) {
    StandardizedRows standardized = StandardizedRows.of(reference);
    double[] weights = weights(standardized, sensor, exchanged);
    List<double[]> implied = new ArrayList<>();
    List<double[]> read = new ArrayList<>();
    for (int e = 0; e < accepted.count(); e++) {
      double[] f = new double[accepted.length(e)];
      double[] y = new double[f.length];
      for (int t = 0; t < f.length; t++) {
        double[] row = accepted.state(e, t);
        f[t] = implied(standardized, weights, sensor, row);
        y[t] = row[sensor];
      }
      implied.add(f);
      read.add(y);
    }
    double meanImplied = mean(implied);
    double meanRead = mean(read);
    double gain = gain(implied, meanImplied, read, meanRead);
    if (Math.abs(gain) < LEAST_GAIN) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the exchanged sensor does not follow the others (gain %.3g), so what it would have"
                  + " read before cannot be told: record its new normal and fit again",
              gain));
    }
    return new Recalibration(meanRead - gain * meanImplied, gain);
  }

  /** Weights of the sensors that stayed, by their index, in units of standard deviations. */
  private static double[] weights(StandardizedRows rows, int sensor, Set<Integer> exchanged) {
    int own = rows.watched().indexOf(sensor);
    List<Integer> others = new ArrayList<>();
    for (int k = 0; k < rows.watched().size(); k++) {
      if (!exchanged.contains(rows.watched().get(k))) {
        others.add(k);
      }
    }
    double[] weights = new double[rows.mean().length];
    if (own < 0 || others.isEmpty()) {
      return weights;
    }
    int size = others.size();
    DMatrixRMaj gram = new DMatrixRMaj(size, size);
    DMatrixRMaj right = new DMatrixRMaj(size, 1);
    for (double[] row : rows.rows()) {
      for (int i = 0; i < size; i++) {
        double value = row[others.get(i)];
        right.add(i, 0, value * row[own]);
        for (int j = 0; j < size; j++) {
          gram.add(i, j, value * row[others.get(j)]);
        }
      }
    }
    for (int i = 0; i < size; i++) {
      gram.add(i, i, RIDGE * rows.rows().length);
    }
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(size);
    if (!solver.setA(gram)) {
      throw new ArithmeticException("the sensors' products are not positive definite");
    }
    DMatrixRMaj solution = new DMatrixRMaj(size, 1);
    solver.solve(right, solution);
    for (int i = 0; i < size; i++) {
      weights[rows.watched().get(others.get(i))] = solution.get(i, 0);
    }
    return weights;
  }

  /** What the sensors that stayed imply of the old one. */
  private static double implied(StandardizedRows rows, double[] weights, int sensor, double[] row) {
    double deviations = 0;
    for (int j = 0; j < weights.length; j++) {
      if (weights[j] != 0) {
        deviations += weights[j] * (row[j] - rows.mean()[j]) / rows.deviation()[j];
      }
    }
    return rows.mean()[sensor] + deviations * rows.deviation()[sensor];
  }

  private static double gain(
      List<double[]> implied, double meanImplied, List<double[]> read, double meanRead) {
    double squares = 0;
    double products = 0;
    int count = 0;
    for (int e = 0; e < read.size(); e++) {
      for (int t = 0; t < read.get(e).length; t++, count++) {
        double f = implied.get(e)[t] - meanImplied;
        squares += f * f;
        products += f * (read.get(e)[t] - meanRead);
      }
    }
    if (!(squares > 0)) {
      return 1;
    }
    double gain = products / squares;
    List<double[]> residuals = new ArrayList<>();
    double rest = 0;
    for (int e = 0; e < read.size(); e++) {
      double[] residual = new double[read.get(e).length];
      for (int t = 0; t < residual.length; t++) {
        residual[t] = read.get(e)[t] - meanRead - gain * (implied.get(e)[t] - meanImplied);
        rest += residual[t] * residual[t];
      }
      residuals.add(residual);
    }
    double independent = Math.max(1, count / Autocovariance.memory(residuals));
    double error = Math.sqrt(rest / squares / independent);
    return Math.abs(gain - 1) > ERRORS * error ? gain : 1;
  }

  private static double mean(List<double[]> series) {
    return NullFitter.mean(series.stream().flatMapToDouble(Arrays::stream).toArray());
  }

  /**
   * What the new sensor would have read.
   *
   * @param old reading of the old one
   * @return in the same unit
   */
  public double of(double old) {
    return Math.fma(gain, old, offset);
  }
}
