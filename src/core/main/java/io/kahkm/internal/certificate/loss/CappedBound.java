package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.certificate.bound.UpperRule;

/**
 * The upper bound of a closure frozen before the window when a single squared error counts as r at
 * most. It bounds another quantity than the plain error: the root of E min(|Z - B' phi|^2, r).
 *
 * @param delta failure probability
 * @param cap r, the largest squared error that counts, above 0
 * @param meanSquaredError mean capped squared error of the window
 * @param rule how it was bounded
 * @param upper U_cap, upper bound of the root of the mean capped squared error
 * @param exceedShare mean share of a unit's pairs whose squared error exceeds r, as observed
 */
public record CappedBound(
    double delta,
    double cap,
    double meanSquaredError,
    UpperRule rule,
    double upper,
    double exceedShare) {

  static CappedBound of(LossSums losses, UpperChoice choice, double delta) {
    double cap = losses.scale().cap();
    double share = losses.scale().cappedShare(losses.meanCapped());
    double bound = choice.bound(share, losses.cappedWagers(), losses.units(), delta);
    return new CappedBound(
        delta,
        cap,
        losses.meanCapped(),
        choice.rule(),
        Math.sqrt(cap * bound),
        losses.exceedShare());
  }

  /**
   * The most pairs that may err by more than the cap, by Markov's inequality on the same event.
   *
   * @return share in [0, 1]
   */
  public double exceedUpper() {
    return Math.min(1, upper * upper / cap);
  }
}
