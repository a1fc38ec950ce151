package io.kahkm.profile;

import io.kahkm.internal.numeric.Episodes;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How far back the next reading depends on earlier ones, by the partial autocorrelations of every
 * sensor (Levinson-Durbin recursion on autocovariances within episodes).
 *
 * @param autocorrelation median over the sensors that vary of the correlation of consecutive
 *     readings
 * @param order median over them of the number of readings that a linear one-step forecast needs:
 *     the next further one lowers its squared error by less than {@link #GAIN}
 */
public record Memory(double autocorrelation, int order) {
  /** What one more reading must gain, as a share of the squared error. */
  public static final double GAIN = 0.05;

  private static final int MOST_LAGS = 5;

  /**
   * Measures the memory.
   *
   * @param data complete states; not modified
   * @return the memory; order 1 and correlation 0 where no sensor varies
   */
  public static Memory of(Episodes data) {
    int[] varying = varying(data);
    if (varying.length == 0) {
      return new Memory(0, 1);
    }
    double[] correlations = new double[varying.length];
    int[] orders = new int[varying.length];
    for (int i = 0; i < varying.length; i++) {
      double[] covariance = autocovariance(data, varying[i]);
      correlations[i] = covariance[0] > 0 ? covariance[1] / covariance[0] : 0;
      orders[i] = order(covariance);
    }
    Arrays.sort(correlations);
    Arrays.sort(orders);
    return new Memory(correlations[varying.length / 2], orders[varying.length / 2]);
  }

  /** What a mean of equal values leaves by rounding is no variation. */
  private static int[] varying(Episodes data) {
    List<Integer> constant = ConstantSensors.find(data);
    return IntStream.range(0, data.dimension()).filter(j -> !constant.contains(j)).toArray();
  }

  private static double[] autocovariance(Episodes data, int sensor) {
    double sum = 0;
    long count = 0;
    for (int e = 0; e < data.count(); e++) {
      for (int t = 0; t < data.length(e); t++) {
        sum += data.state(e, t)[sensor];
        count++;
      }
    }
    double mean = sum / count;
    double[] covariance = new double[MOST_LAGS + 1];
    for (int e = 0; e < data.count(); e++) {
      for (int t = 0; t < data.length(e); t++) {
        double value = data.state(e, t)[sensor] - mean;
        for (int lag = 0; lag <= MOST_LAGS && lag <= t; lag++) {
          covariance[lag] = Math.fma(value, data.state(e, t - lag)[sensor] - mean, covariance[lag]);
        }
      }
    }
    return covariance;
  }

  private static int order(double[] covariance) {
    double[] weights = new double[covariance.length];
    double error = covariance[0];
    for (int d = 1; d < covariance.length; d++) {
      if (!(error > 0)) {
        return Math.max(1, d - 1);
      }
      double residual = covariance[d];
      for (int i = 1; i < d; i++) {
        residual -= weights[i] * covariance[d - i];
      }
      double partial = residual / error;
      if (d > 1 && partial * partial < GAIN) {
        return d - 1;
      }
      double[] before = weights.clone();
      for (int i = 1; i < d; i++) {
        weights[i] = before[i] - partial * before[d - i];
      }
      weights[d] = partial;
      error *= 1 - partial * partial;
    }
    return covariance.length - 1;
  }
}
