package io.kahkm.reproduce;

/** Exact tails of the binomial law. */
public final class BinomialTail {
  private BinomialTail() {}

  /**
   * P(X &ge; k) for a binomial X, summed from its terms.
   *
   * @param trials n, at least 1
   * @param rate probability of each trial, in [0, 1]
   * @param count k
   * @return the tail, in [0, 1]
   */
  public static double atLeast(int trials, double rate, int count) {
    if (count <= 0) {
      return 1;
    }
    if (count > trials || rate <= 0) {
      return 0;
    }
    if (rate >= 1) {
      return 1;
    }
    double logTerm = count * StrictMath.log(rate) + (trials - count) * StrictMath.log1p(-rate);
    for (int i = 1; i <= count; i++) {
      logTerm += StrictMath.log((double) (trials - count + i) / i);
    }
    double sum = 0;
    for (int k = count; k <= trials; k++) {
      sum += StrictMath.exp(logTerm);
      if (k < trials) {
        logTerm +=
            StrictMath.log((double) (trials - k) / (k + 1))
                + StrictMath.log(rate)
                - StrictMath.log1p(-rate);
      }
    }
    return Math.min(1, sum);
  }

  /**
   * The most failures that a promise allows: more are seen with probability at most {@code level}
   * when each trial fails with probability at most {@code rate}.
   *
   * @param trials n, at least 1
   * @param rate promised probability of each trial, in (0, 1)
   * @param level probability of accusing a kept promise, in (0, 1)
   * @return the limit, from 0 to n
   */
  public static int limit(int trials, double rate, double level) {
    int kept = trials;
    int exceeded = -1;
    while (kept - exceeded > 1) {
      int middle = Math.floorDiv(kept + exceeded, 2);
      if (atLeast(trials, rate, middle + 1) <= level) {
        kept = middle;
      } else {
        exceeded = middle;
      }
    }
    return kept;
  }

  /**
   * The smallest true rate at which more than a limit is seen with a probability.
   *
   * @param trials n, at least 1
   * @param limit from 0 to n - 1
   * @param power the probability, in (0, 1)
   * @return the rate, to 1e-6; by monotonicity every larger rate is seen with more
   */
  static double noticed(int trials, int limit, double power) {
    double low = 0;
    double high = 1;
    while (high - low > 1e-6) {
      double middle = (low + high) / 2;
      if (atLeast(trials, middle, limit + 1) >= power) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }
}
