package io.kahkm.fitting.relation;

import java.util.List;

/**
 * How long values remember: the number of rows that are worth one independent row.
 *
 * <p>The sums of products at all lags come from fast Fourier transforms, since a slow series needs
 * as many lags as it has rows.
 */
final class Autocovariance {
  /** The .95 quantile of the normal distribution. */
  private static final double UPPER_NORMAL = 1.645;

  private Autocovariance() {}

  /**
   * The integrated autocorrelation time, by Geyer's initial positive sequence:
   *
   * <pre>
   * tau = max(1, -1 + 2 sum Gamma_m),  Gamma_m = rho(2 m) + rho(2 m + 1)
   * </pre>
   *
   * <p>from m = 0 up to the first Gamma_m that is not positive, with rho(l) the sum over the series
   * of the products at lag l over the sum of squares (Geyer, Practical Markov chain Monte Carlo,
   * Statistical Science 1992).
   *
   * @param series deviations from their means in time order, series that do not continue each other
   *     apart; not modified
   * @return at least 1; 1 for values that do not vary
   */
  static double memory(List<double[]> series) {
    return Estimate.of(series).memory;
  }

  /**
   * What the integrated autocorrelation time is at most, with confidence .95: the estimate and
   * 1.645 times its standard error, which with N values and correlations up to lag W is about
   *
   * <pre>
   * tau sqrt(2 (2 W + 1) / N)
   * </pre>
   *
   * <p>(Madras, Sokal, The pivot algorithm, Journal of Statistical Physics 1988).
   *
   * @param series as for {@link #memory}
   * @return at least 1
   */
  static double memoryAtMost(List<double[]> series) {
    Estimate estimate = Estimate.of(series);
    int count = series.stream().mapToInt(values -> values.length).sum();
    return estimate.memory
        * (1 + UPPER_NORMAL * Math.sqrt(2 * (2.0 * estimate.lags + 1) / Math.max(1, count)));
  }

  /** The integrated autocorrelation time, and how many correlations went into it. */
  private record Estimate(double memory, int lags) {
    static Estimate of(List<double[]> series) {
      int longest = 0;
      for (double[] values : series) {
        longest = Math.max(longest, values.length);
      }
      double[] products = new double[longest + (longest & 1)];
      for (double[] values : series) {
        addProducts(values, products);
      }
      if (!(products.length > 0 && products[0] > 0)) {
        return new Estimate(1, 0);
      }
      double sum = 0;
      int lag = 0;
      while (lag < products.length && products[lag] + products[lag + 1] > 0) {
        sum += (products[lag] + products[lag + 1]) / products[0];
        lag += 2;
      }
      return new Estimate(Math.max(1, 2 * sum - 1), lag);
    }
  }

  /** Adds the sums of values[t] values[t + lag] for all lags. */
  private static void addProducts(double[] values, double[] products) {
    if (values.length == 0) {
      return;
    }
    // Twice as long, so that the end does not meet the start.
    int size = Integer.highestOneBit(Math.max(1, 2 * values.length - 1) * 2 - 1);
    double[] real = new double[size];
    double[] imaginary = new double[size];
    System.arraycopy(values, 0, real, 0, values.length);
    transform(real, imaginary);
    for (int i = 0; i < size; i++) {
      real[i] = Math.fma(real[i], real[i], imaginary[i] * imaginary[i]);
      imaginary[i] = 0;
    }
    // Forward again: the power spectrum is symmetric, so both directions agree.
    transform(real, imaginary);
    for (int lag = 0; lag < values.length; lag++) {
      products[lag] += real[lag] / size;
    }
  }

  /** The discrete Fourier transform in place; as many elements as a power of two. */
  private static void transform(double[] real, double[] imaginary) {
    int size = real.length;
    reverseBits(real, imaginary);
    double[] cosine = new double[Math.max(1, size / 2)];
    double[] sine = new double[cosine.length];
    for (int i = 0; i < cosine.length; i++) {
      double angle = -2 * StrictMath.PI * i / size;
      cosine[i] = StrictMath.cos(angle);
      sine[i] = StrictMath.sin(angle);
    }
    for (int half = 1; half < size; half *= 2) {
      int stride = size / (2 * half);
      for (int start = 0; start < size; start += 2 * half) {
        for (int k = 0; k < half; k++) {
          int a = start + k;
          int b = a + half;
          double c = cosine[k * stride];
          double s = sine[k * stride];
          double re = Math.fma(real[b], c, -imaginary[b] * s);
          double im = Math.fma(real[b], s, imaginary[b] * c);
          real[b] = real[a] - re;
          imaginary[b] = imaginary[a] - im;
          real[a] += re;
          imaginary[a] += im;
        }
      }
    }
  }

  private static void reverseBits(double[] real, double[] imaginary) {
    int shift = 1 + Integer.numberOfLeadingZeros(real.length);
    for (int i = 0; i < real.length; i++) {
      int j = shift > 31 ? 0 : Integer.reverse(i) >>> shift;
      if (i < j) {
        double swap = real[i];
        real[i] = real[j];
        real[j] = swap;
        swap = imaginary[i];
        imaginary[i] = imaginary[j];
        imaginary[j] = swap;
      }
    }
  }
}
