package io.kahkm.internal.evaluation;

import io.kahkm.internal.numeric.StudentT;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A lower limit that one new value of the same kind falls below with a stated probability, from
 * dependent values.
 *
 * <p>Of E independent earlier values and a new one, the new one is among the k smallest with
 * probability k / (E + 1). So with enough <i>effective</i> values the limit is the order statistic
 * whose rank gives the level whatever the distribution. With fewer it is the smallest of all, or
 * the lower prediction limit of a normal law of the logarithms, mean - t s sqrt(1 + 1 / E) with
 * Student's t at E - 1 degrees of freedom, whichever is lower.
 */
public final class LowLimit {
  /** Fewest effective values that tell a spread. */
  private static final int FEWEST = 4;

  /** Values below count as this much: the logarithm of 0 would outweigh all others. */
  private static final double SMALLEST = 1e-12;

  private LowLimit() {}

  /**
   * Takes the limit.
   *
   * @param series non-negative values in time order; series that do not continue each other apart;
   *     not modified
   * @param level share of new values that may fall below, between 0 and 1
   * @return the limit; empty if there are too few values for any
   */
  public static OptionalDouble of(List<double[]> series, double level) {
    double[] sorted = series.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
    if (sorted.length < FEWEST) {
      return OptionalDouble.empty();
    }
    List<double[]> logarithms =
        series.stream()
            .map(values -> Arrays.stream(values).map(LowLimit::logarithm).toArray())
            .toList();
    double effective = EffectiveRows.of(logarithms);
    if (effective < FEWEST) {
      return OptionalDouble.empty();
    }
    int rank = (int) (level * (effective + 1));
    if (rank > 0) {
      int scaled = (int) Math.max(1, rank * (sorted.length + 1) / (effective + 1));
      return OptionalDouble.of(sorted[scaled - 1]);
    }
    return OptionalDouble.of(Math.min(sorted[0], prediction(sorted, effective, level)));
  }

  private static double prediction(double[] values, double effective, double level) {
    double mean = 0;
    for (int i = 0; i < values.length; i++) {
      mean += (logarithm(values[i]) - mean) / (i + 1);
    }
    double squares = 0;
    for (double value : values) {
      double deviation = logarithm(value) - mean;
      squares = Math.fma(deviation, deviation, squares);
    }
    // The mean of dependent values moves with them: the variance is that of the effective ones.
    double deviation = Math.sqrt(squares / values.length * effective / (effective - 1));
    double t = new StudentT(effective - 1).quantile(1 - level);
    return StrictMath.exp(mean - t * deviation * Math.sqrt(1 + 1 / effective));
  }

  private static double logarithm(double value) {
    return StrictMath.log(Math.max(value, SMALLEST));
  }
}
