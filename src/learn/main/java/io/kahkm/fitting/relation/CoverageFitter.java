package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.relation.Coverage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Measures how many independent rows a recording is worth.
 *
 * <p>The integrated autocorrelation time of a series that is hardly longer than its memory comes
 * out too small: its mean moves with it, and the sum ends at the first sign of noise. So what is
 * slow is measured a second time, and has to be confirmed: by the time that correlation from row to
 * row would give, (1 + r) / (1 - r), r corrected for the bias -(1 + 3 r) / N that the estimated
 * mean causes (Kendall 1954), or by the lowest frequencies. With N rows, sum of squares S and F_k
 * the sum of y(t) exp(-2 pi i k t / N), each |F_k|^2 / N is about exponential with the long-run
 * variance as its mean, so that with nine tenths confidence
 *
 * <pre>
 * independent rows  at least  N S q / (|F_1|^2 + |F_2|^2),  q = 0.5318
 * </pre>
 *
 * <p>with q the tenth part of a gamma distribution of shape two. A slow swing that comes and goes
 * many times is confirmed by them although it resembles itself from row to row.
 *
 * <p>Declared episodes may be cut from one run. What moves more slowly than an episode lasts shows
 * in none of them, but in their sequence: the combinations are measured once more over the episodes
 * of a stream one after the other. {@link QuietMemory} adds how long noise levels last. Of
 * recordings that were joined each is measured as it was recorded, and the one that has seen most
 * counts: what is too short to tell how slow it is, is worth less than it seems, and two of it are
 * too.
 */
public final class CoverageFitter {
  /** The slowest may be mistaken for one that only resembles its past from row to row. */
  private static final int COMBINATIONS = 3;

  /** The 0.1 quantile of the gamma distribution with shape two and scale one. */
  private static final double LOW_TENTH = 0.5318116;

  private CoverageFitter() {}

  /**
   * Measures by the slowest sensor: the rows over its memory, the integrated autocorrelation time
   * about one mean within whole episodes. The slowest of three {@linkplain SlowCombinations
   * combinations} of sensors is measured likewise, and confirmed.
   *
   * @param rows recorded normal operation; not modified
   * @param sensors their names
   * @return the coverage; one independent row where no sensor varies
   */
  public static Coverage of(Episodes rows, List<String> sensors) {
    return rows.recorded().stream()
        .map(recording -> ofRecording(recording, sensors))
        .max(Comparator.comparingDouble(Coverage::combined))
        .orElseThrow();
  }

  private static Coverage ofRecording(Episodes rows, List<String> sensors) {
    StandardizedRows standardized = StandardizedRows.of(rows);
    int count = standardized.rows().length;
    String slowest = sensors.get(0);
    double longest = 0;
    for (int j = 0; j < standardized.watched().size(); j++) {
      double memory = Autocovariance.memory(series(rows, standardized.rows(), j));
      if (memory > longest) {
        longest = memory;
        slowest = sensors.get(standardized.watched().get(j));
      }
    }
    if (!(longest > 0)) {
      return new Coverage(slowest, count, 1, 1);
    }
    double[][] combined = SlowCombinations.of(rows, standardized.rows(), COMBINATIONS);
    double hidden = Math.max(longest, slowest(combined[0].length, k -> series(rows, combined, k)));
    if (rows.declared() > 1) {
      hidden =
          Math.max(
              hidden,
              slowest(combined[0].length, k -> RecordedSequences.streams(rows, combined, k)));
    }
    double quiet = QuietMemory.independentRows(rows, standardized.rows());
    return new Coverage(
        slowest,
        count,
        Math.min(count, count / longest),
        Math.min(Math.min(count, count / hidden), quiet));
  }

  /** Memory of the slowest of some columns, the first of them confirmed. */
  private static double slowest(int columns, IntFunction<List<double[]>> series) {
    double memory = 0;
    for (int k = 0; k < columns; k++) {
      memory = Math.max(memory, Autocovariance.memory(series.apply(k)));
    }
    List<double[]> first = series.apply(0);
    int length = first.stream().mapToInt(values -> values.length).sum();
    return Math.max(memory, length / confirmed(first, length));
  }

  /** Independent rows that the slowest combination is worth for certain. */
  private static double confirmed(List<double[]> series, int count) {
    double squares = 0;
    double neighbours = 0;
    for (double[] values : series) {
      for (int t = 0; t < values.length; t++) {
        squares = Math.fma(values[t], values[t], squares);
        neighbours = t == 0 ? neighbours : Math.fma(values[t], values[t - 1], neighbours);
      }
    }
    double measured = Math.max(0, neighbours / squares);
    double resemblance = measured + (1 + 3 * measured) / count;
    double byRows = count * Math.max(0, 1 - resemblance) / (1 + resemblance);
    return Math.max(byRows, byLowFrequencies(series, squares, 2, LOW_TENTH));
  }

  /**
   * Independent rows at least, by the lowest frequencies.
   *
   * @param quantile a low one of the gamma distribution whose shape is their number
   */
  static double byLowFrequencies(
      List<double[]> series, double squares, int frequencies, double quantile) {
    int length = series.stream().mapToInt(values -> values.length).sum();
    double low = 0;
    for (int k = 1; k <= frequencies; k++) {
      low += power(series, k, length);
    }
    return length * squares * quantile / low;
  }

  /** The squared modulus of the Fourier transform of all series, one after the other. */
  private static double power(List<double[]> series, int frequency, int length) {
    double real = 0;
    double imaginary = 0;
    double t = 0;
    for (double[] values : series) {
      for (double value : values) {
        double angle = 2 * StrictMath.PI * frequency * t / length;
        real = Math.fma(value, StrictMath.cos(angle), real);
        imaginary = Math.fma(value, StrictMath.sin(angle), imaginary);
        t++;
      }
    }
    return Math.fma(real, real, imaginary * imaginary);
  }

  /**
   * One series per declared episode: runs of it lie where their time puts them, and between them
   * are zeros, which take part in no product. A gap longer than the recording tells no more than
   * one of its length.
   */
  private static List<double[]> series(Episodes rows, double[][] values, int column) {
    List<double[]> series = new ArrayList<>();
    int row = 0;
    double[] open = {};
    int filled = 0;
    for (int e = 0; e < rows.count(); e++) {
      boolean starts = e == 0 || rows.place(e).episode() != rows.place(e - 1).episode();
      if (starts) {
        series.add(Arrays.copyOf(open, filled));
        Arrays.fill(open, 0);
        filled = 0;
      } else {
        long gap = rows.place(e).start() - rows.place(e - 1).start() - rows.length(e - 1);
        filled += (int) Math.max(1, Math.min(values.length / rows.count() + 1, gap));
      }
      if (filled + rows.length(e) > open.length) {
        open = Arrays.copyOf(open, 2 * (filled + rows.length(e)));
      }
      for (int t = 0; t < rows.length(e); t++) {
        open[filled++] = values[row++][column];
      }
    }
    series.add(Arrays.copyOf(open, filled));
    return series;
  }
}
