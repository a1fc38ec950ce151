package io.kahkm.internal.sensor;

import java.util.Arrays;

/**
 * How likely a run of equal rows continues, by its length: for a run of m rows the probability of
 * the bin floor(log2 m). Longer runs than any bin holds have the last bin's. Immutable.
 *
 * <p>A bin pools lengths within a factor of two, since of the longest lengths there are few runs: a
 * switch that stood ten times for a thousand rows continued ten thousand times, which a share
 * length by length (eleven of twelve) would not show.
 */
public final class RunHazard {
  /** Bins at most: lengths are whole numbers of 31 bits. */
  private static final int MOST_BINS = 31;

  private static final double IMAGINED = 2;
  private static final double HALF = 0.5;

  /** Of runs of which none was recorded: each row is as likely to continue one as not. */
  public static final RunHazard UNKNOWN = estimate(new int[0]);

  private final double[] bins;

  private RunHazard(double[] bins) {
    this.bins = bins;
  }

  /**
   * Takes probabilities over.
   *
   * @param bins at least one, each above 0 and below 1; copied
   * @return the hazard
   * @throws IllegalArgumentException naming what is out of range
   */
  public static RunHazard of(double[] bins) {
    if (bins.length < 1 || bins.length > MOST_BINS) {
      throw new IllegalArgumentException(
          "bins has " + bins.length + " values, must have 1 to " + MOST_BINS);
    }
    for (double p : bins) {
      if (!(p > 0 && p < 1)) {
        throw new IllegalArgumentException("bins holds " + p + ", must be between 0 and 1");
      }
    }
    return new RunHazard(bins.clone());
  }

  /**
   * Estimates from the lengths of recorded runs: of the steps that runs in a bin could take, the
   * share that continued the run, with two imagined steps that did as in the bin before, or half of
   * them, and with its standard error where that is more than half. A bin that no run reached
   * continues as the bin before.
   *
   * @param lengths of runs, at least 1 each; not modified
   * @return the hazard
   */
  public static RunHazard estimate(int[] lengths) {
    long[] continued = new long[MOST_BINS];
    long[] steps = new long[MOST_BINS];
    int last = 0;
    for (int length : lengths) {
      last = Math.max(last, bin(length));
      for (int b = 0; b <= bin(length); b++) {
        long within = Math.min(length, (2L << b) - 1) - (1L << b) + 1;
        steps[b] += within;
        // The step out of a run's last row did not continue it.
        continued[b] += b == bin(length) ? within - 1 : within;
      }
    }
    double[] bins = new double[Math.min(MOST_BINS, last + 2)];
    double before = HALF;
    for (int b = 0; b < bins.length; b++) {
      double share = (continued[b] + IMAGINED * before) / (steps[b] + IMAGINED);
      bins[b] = share > HALF ? atMost(share, steps[b] + IMAGINED) : share;
      before = Math.max(HALF, share);
    }
    return new RunHazard(bins);
  }

  /**
   * One standard error more: where runs usually continue, as those of a setpoint, the evidence of a
   * long one is a product of many factors that are all off alike.
   */
  private static double atMost(double share, double steps) {
    return Math.min(share + Math.sqrt(share * (1 - share) / steps), (1 + share) / 2);
  }

  /**
   * What a run would have been worth as evidence that the value stands still.
   *
   * @param length rows it had, at least 1
   * @return product of the inverse probabilities that it continued
   */
  public double evidence(int length) {
    double evidence = 1;
    for (int m = 1; m < length && evidence < Double.MAX_VALUE; m++) {
      evidence /= continues(m);
    }
    return Math.min(evidence, Double.MAX_VALUE);
  }

  private static int bin(int length) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(length);
  }

  /**
   * The probability that a run continues.
   *
   * @param length rows it has, at least 1
   * @return between 0 and 1
   */
  public double continues(int length) {
    return bins[Math.min(bins.length - 1, bin(length))];
  }

  /**
   * The probabilities.
   *
   * @return a copy, one per bin
   */
  public double[] bins() {
    return bins.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RunHazard that && Arrays.equals(bins, that.bins);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bins);
  }

  @Override
  public String toString() {
    return "RunHazard" + Arrays.toString(bins);
  }
}
