package io.kahkm.profile;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Parallel;
import io.kahkm.internal.numeric.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * A period after which readings resemble themselves, found in the autocorrelation of their first
 * differences, whose trend and slow drift are gone.
 *
 * <p>With c_k the mean over sensors of the autocorrelation at lag k, a season is the smallest lag
 * among the peaks of c that are at least four fifths as high as the highest, moved by up to a tenth
 * to where the mean of c over its multiples is largest. A peak must be above .1, above five
 * standard deviations of what independent readings would show, so that white noise and random walks
 * have no season, and twice as high as c is about halfway to it, so that the shoulder of a slow
 * swing is none.
 *
 * @param steps the period in steps, at least 3
 * @param correlation c at this lag, above .1
 */
public record Season(int steps, double correlation) {
  /** A season is at most this share of the rows, so that it is seen at least eight times. */
  public static final int FEWEST_PERIODS = 8;

  /** Longest period that is looked for on its own, in steps; a day of minutes has 1,440. */
  static final int LONGEST = 2000;

  private static final int SHORTEST = 3;
  private static final double LEAST_CORRELATION = 0.1;
  private static final double DEVIATIONS = 5;

  /** Variance of an autocorrelation of differenced white noise, times the rows. */
  private static final double NOISE_VARIANCE = 1.5;

  private static final double AS_HIGH = 0.8;
  private static final double TROUGH = 0.5;

  /** A peak is moved by at most its lag over this. */
  private static final int NEAR = 10;

  private static final int MOST_MULTIPLES = 7;

  private static final List<Duration> KNOWN =
      List.of(
          Duration.ofDays(1),
          Duration.ofDays(7),
          Duration.ofHours(8),
          Duration.ofHours(12),
          Duration.ofHours(1));

  /** Products that a search may take; fewer of the latest rows are used where it would be more. */
  private static final double MOST_PRODUCTS = 1.5e9;

  /**
   * Looks for a season.
   *
   * @param data complete readings, runs in time order; not modified
   * @param step time from row to row, where it is known: a period near a day, a week, a shift or an
   *     hour is taken for it
   * @return the season; empty where no period stands out
   */
  public static Optional<Season> find(Episodes data, Optional<Duration> step) {
    long rows = (long) data.transitions() + data.count();
    int longest = 0;
    for (int e = 0; e < data.count(); e++) {
      longest = Math.max(longest, data.length(e));
    }
    int lags = (int) Math.min(LONGEST, Math.min(rows / FEWEST_PERIODS, longest / 2));
    if (lags < SHORTEST) {
      return Optional.empty();
    }
    Correlations found = correlations(data, lags);
    double[] c = found.mean();
    double least =
        Math.max(LEAST_CORRELATION, DEVIATIONS * Math.sqrt(NOISE_VARIANCE / found.differences()));
    List<Integer> peaks = new ArrayList<>();
    double highest = 0;
    for (int k = SHORTEST; k < lags; k++) {
      if (c[k] > least && c[k] > c[k - 1] && c[k] >= c[k + 1] && standsOut(c, k)) {
        peaks.add(k);
        highest = Math.max(highest, c[k]);
      }
    }
    double high = AS_HIGH * highest;
    return peaks.stream()
        .filter(k -> c[k] >= high)
        .findFirst()
        .map(k -> refined(c, k))
        .map(k -> step.map(one -> known(c, k, one)).orElse(k))
        .map(k -> new Season(k, c[k]));
  }

  /** A period that people live by, where it is as near and nearly as high. */
  private static int known(double[] c, int found, Duration step) {
    for (Duration period : KNOWN) {
      long steps = step.isZero() ? 0 : Math.round((double) period.toNanos() / step.toNanos());
      boolean whole = steps > 0 && step.multipliedBy(steps).equals(period);
      if (whole
          && Math.abs(steps - found) <= found / NEAR
          && steps < c.length
          && c[(int) steps] >= AS_HIGH * c[found]) {
        return (int) steps;
      }
    }
    return found;
  }

  private static boolean standsOut(double[] c, int peak) {
    int from = (peak + 1) / 2;
    int to = Math.max(from, 2 * peak / 3);
    double sum = 0;
    for (int k = from; k <= to; k++) {
      sum += c[k];
    }
    return sum / (to - from + 1) <= TROUGH * c[peak];
  }

  /** Noise moves a peak; its multiples say where it was. */
  private static int refined(double[] c, int peak) {
    int best = peak;
    double highest = 0;
    for (int k = peak - peak / NEAR; k <= peak + peak / NEAR && k < c.length; k++) {
      double sum = 0;
      int multiples = 0;
      for (int lag = k; lag < c.length && multiples < MOST_MULTIPLES; lag += k) {
        sum += c[lag];
        multiples++;
      }
      if (sum / multiples > highest) {
        highest = sum / multiples;
        best = k;
      }
    }
    return best;
  }

  /**
   * The mean over the sensors that vary, at the lags from 0 on, and how many differences it has.
   */
  @SuppressWarnings("ArrayRecordComponent") // one owner, compared by nobody
  private record Correlations(double[] mean, long differences) {}

  private static Correlations correlations(Episodes data, int lags) {
    int sensors = data.dimension();
    long most = (long) (MOST_PRODUCTS / ((double) lags * sensors));
    List<Callable<Covariances>> parts = new ArrayList<>();
    for (int s = 0; s < sensors; s++) {
      int sensor = s;
      parts.add(
          () -> {
            double[] sums = new double[lags + 1];
            return new Covariances(sums, addCovariances(data, sensor, most, sums));
          });
    }
    double[] mean = new double[lags + 1];
    int varying = 0;
    long differences = 0;
    for (Covariances covariances : Parallel.run("season", parts, Progress.NONE)) {
      double[] covariance = covariances.sums;
      differences = covariances.differences;
      if (covariance[0] > 0) {
        varying++;
        for (int k = 0; k <= lags; k++) {
          mean[k] += (covariance[k] / covariance[0] - mean[k]) / varying;
        }
      }
    }
    return new Correlations(mean, Math.max(1, differences));
  }

  /** Of one sensor, and from how many differences. */
  private static final class Covariances {
    private final double[] sums;
    private final long differences;

    Covariances(double[] sums, long differences) {
      this.sums = sums;
      this.differences = differences;
    }
  }

  /** Sums products of differences k apart within the latest runs; returns the differences used. */
  private static long addCovariances(Episodes data, int sensor, long most, double[] sums) {
    long used = 0;
    for (int e = data.count() - 1; e >= 0 && used < most; e--) {
      int count = (int) Math.min(data.length(e) - 1, most - used);
      int from = data.length(e) - 1 - count;
      double[] d = new double[count];
      double mean = 0;
      for (int t = 0; t < count; t++) {
        d[t] = data.state(e, from + t + 1)[sensor] - data.state(e, from + t)[sensor];
        mean += (d[t] - mean) / (t + 1);
      }
      for (int t = 0; t < count; t++) {
        d[t] -= mean;
      }
      for (int k = 0; k < sums.length && k < count; k++) {
        double sum = 0;
        for (int t = k; t < count; t++) {
          sum = Math.fma(d[t], d[t - k], sum);
        }
        sums[k] += sum;
      }
      used += count;
    }
    return used;
  }

  /**
   * The season in words.
   *
   * @param step time from row to row, where it is known
   * @return such as "a day: 24 steps", or "24 steps" where steps are no time
   */
  public String words(Optional<Duration> step) {
    return words(steps, step);
  }

  /**
   * A period in words.
   *
   * @param steps its length
   * @param step time from row to row, where it is known
   * @return such as "a week: 168 steps"
   */
  public static String words(int steps, Optional<Duration> step) {
    String count = steps + " steps";
    return step.map(one -> name(one.multipliedBy(steps)) + ": " + count).orElse(count);
  }

  private static String name(Duration period) {
    if (period.equals(Duration.ofDays(7))) {
      return "a week";
    }
    if (period.equals(Duration.ofDays(1))) {
      return "a day";
    }
    if (period.equals(Duration.ofHours(12))) {
      return "a shift of 12 hours";
    }
    if (period.equals(Duration.ofHours(8))) {
      return "a shift of 8 hours";
    }
    if (period.equals(Duration.ofHours(1))) {
      return "an hour";
    }
    return "a period of " + amount(period);
  }

  private static String amount(Duration period) {
    long seconds = period.toSeconds();
    if (seconds >= 3600 && seconds % 3600 == 0) {
      return seconds / 3600 + " hours";
    }
    if (seconds >= 60 && seconds % 60 == 0) {
      return counted(seconds / 60, "minute");
    }
    return period.toNanosPart() == 0
        ? counted(seconds, "second")
        : Math.round(period.toNanos() / 1e6) + " ms";
  }

  private static String counted(long count, String unit) {
    return count + " " + unit + (count == 1 ? "" : "s");
  }
}
