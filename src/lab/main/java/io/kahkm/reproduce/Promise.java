package io.kahkm.reproduce;

import io.kahkm.internal.certificate.bound.BernoulliBounds;

/** What a window policy promises about wrong windows. */
enum Promise {
  /** Every window is wrong with probability at most delta; windows are independent here. */
  EACH_WINDOW("P(window wrong) <= delta"),
  /** A whole run of windows has a wrong one with probability at most delta. */
  WHOLE_RUN("P(any of the run wrong) <= delta"),
  /** The expected share of wrong hops is at most delta; hops of one run overlap. */
  EXPECTED_HOPS("E(wrong hops) <= hops delta");

  private final String words;

  Promise(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /**
   * The most failures that the promise allows, exceeded by a kept promise with probability at most
   * {@code level}: the exact binomial limit of independent trials, or Chernoff's for means of runs
   * with values in [0, 1].
   */
  int limit(int trials, int windowsPerRun, double delta, double level) {
    if (this != EXPECTED_HOPS) {
      return BinomialTail.limit(trials, delta, level);
    }
    double share = BernoulliBounds.upper(delta, -StrictMath.log(level) / trials);
    return (int) Math.floor(share * trials * windowsPerRun);
  }
}
