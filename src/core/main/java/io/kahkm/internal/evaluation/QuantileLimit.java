package io.kahkm.internal.evaluation;

import java.util.Arrays;
import java.util.List;

/**
 * An upper limit that new rows of the same kind exceed rarely, from dependent rows: the upper
 * confidence limit of a quantile.
 *
 * <p>A quantile far out in the tail cannot be read off a few rows: the 99.5 % order statistic of
 * 100 independent rows is their largest, which one new row in a hundred exceeds on average, and
 * rows of one run, each like the one before it, are worth fewer still. So the limit is taken at the
 * number of <i>effective</i> rows, and so high that with probability {@code confidence} at most the
 * share 1 - quantile of new rows lies above it:
 *
 * <ul>
 *   <li>enough effective rows (598 for 99.5 % at 95 %): the order statistic whose rank gives that
 *       confidence whatever the distribution, P(Beta(k, n - k + 1) at least quantile);
 *   <li>fewer: the larger of the plain order statistic and the normal tolerance limit (mean + k
 *       standard deviations, k by Howe's formula) of the cube roots, which holds for
 *       gamma-distributed values (Krishnamoorthy, Mathew, Mukherjee, Normal-based methods for a
 *       gamma distribution, Technometrics 2008) and nearly for other smooth one-sided tails.
 *       Nothing in so few rows can show that the tail is of this kind.
 * </ul>
 *
 * @param limit the limit, at least 0; infinite where so few effective rows admit none
 * @param quantile the share of new rows that shall not lie above it
 * @param confidence the probability of that, over the rows it was taken from
 * @param rows rows it was taken from
 * @param effectiveRows independent rows they are worth
 * @param expectedRate share of new rows to expect above it, averaged over such samples
 * @param extrapolated whether it rests on the assumed form of the tail
 */
public record QuantileLimit(
    double limit,
    double quantile,
    double confidence,
    int rows,
    double effectiveRows,
    double expectedRate,
    boolean extrapolated) {
  /** Values below count as this much: the logarithm of 0 would outweigh all others. */
  private static final double SMALLEST = 1e-6;

  /**
   * Takes the limit.
   *
   * @param series non-negative values in time order, NaN where a row is missing; series that do not
   *     continue each other apart; at least one value in all; not modified
   * @param quantile between 0 and 1
   * @param confidence between 0 and 1
   * @return the limit
   * @throws IllegalArgumentException if there is no value
   */
  public static QuantileLimit of(List<double[]> series, double quantile, double confidence) {
    double[] sorted =
        series.stream()
            .flatMapToDouble(Arrays::stream)
            .filter(value -> !Double.isNaN(value))
            .sorted()
            .toArray();
    int rows = sorted.length;
    if (rows == 0) {
      throw new IllegalArgumentException("series holds no value, at least one is needed");
    }
    // The extrapolation is done on logarithms; their dependence decides either way.
    EffectiveRows effective =
        EffectiveRows.of(
            series.stream()
                .map(values -> Arrays.stream(values).map(QuantileLimit::logarithm).toArray())
                .toList());
    int independent = (int) effective.ofMean();
    int rank = confidentRank(independent, quantile, confidence);
    if (rank > 0) {
      int scaled = (int) Math.min(rows, Math.ceil((double) rank * rows / independent));
      return new QuantileLimit(
          sorted[scaled - 1],
          quantile,
          confidence,
          rows,
          effective.ofMean(),
          1 - rank / (independent + 1.0),
          false);
    }
    return extrapolated(sorted, effective, quantile, confidence);
  }

  private static QuantileLimit extrapolated(
      double[] sorted, EffectiveRows effective, double quantile, double confidence) {
    int rows = sorted.length;
    double independent = effective.ofMean();
    double degrees = effective.ofVariance() - 1;
    double factor = toleranceFactor(independent, degrees, quantile, confidence);
    double mean = 0;
    for (int i = 0; i < rows; i++) {
      mean += (logarithm(sorted[i]) - mean) / (i + 1);
    }
    double squares = 0;
    for (double value : sorted) {
      double deviation = logarithm(value) - mean;
      squares = Math.fma(deviation, deviation, squares);
    }
    // The mean of dependent rows moves with them: the variance is that of the effective rows.
    double deviation = Math.sqrt(squares / rows * independent / (independent - 1));
    double tolerance =
        Double.isFinite(factor) && independent > 1
            ? StrictMath.exp(mean + factor * deviation)
            : Double.POSITIVE_INFINITY;
    int rank = (int) Math.min(rows, Math.ceil(quantile * (rows + 1)));
    double tail =
        Double.isFinite(tolerance)
            ? Distributions.studentTail(factor / Math.sqrt(1 + 1 / independent), degrees)
            : 0;
    return new QuantileLimit(
        Math.max(sorted[rank - 1], tolerance), quantile, confidence, rows, independent, tail, true);
  }

  private static double logarithm(double value) {
    return StrictMath.log(Math.max(value, SMALLEST));
  }

  /**
   * The smallest rank k among n independent rows whose order statistic is at least the quantile
   * with the confidence; 0 if not even the largest is.
   */
  static int confidentRank(int n, double quantile, double confidence) {
    if (n < 1 || 1 - StrictMath.pow(quantile, n) < confidence) {
      return 0;
    }
    int fails = 0;
    int holds = n;
    while (holds - fails > 1) {
      int middle = fails + (holds - fails) / 2;
      boolean enough =
          1 - Distributions.incompleteBeta(middle, n - middle + 1.0, quantile) >= confidence;
      if (enough) {
        holds = middle;
      } else {
        fails = middle;
      }
    }
    return holds;
  }

  /**
   * Howe's factor k of the one-sided normal tolerance limit: the mean is that of {@code rows}
   * independent rows, the variance has {@code degrees} degrees of freedom. Infinite for too few.
   */
  static double toleranceFactor(double rows, double degrees, double quantile, double confidence) {
    double p = Distributions.normalQuantile(quantile);
    double c = Distributions.normalQuantile(confidence);
    double a = 1 - c * c / (2 * degrees);
    double b = p * p - c * c / rows;
    return degrees > 0 && a > 0
        ? (p + Math.sqrt(Math.max(0, p * p - a * b))) / a
        : Double.POSITIVE_INFINITY;
  }
}
