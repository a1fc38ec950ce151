package io.kahkm.internal.certificate.sums;

import io.kahkm.internal.numeric.StateTransfer;

/** A running sum by Neumaier's method: its error does not grow with the number of terms. */
public final class CompensatedSum {
  private double sum;
  private double lost;

  /** Adds a term. */
  public void add(double term) {
    double total = sum + term;
    lost += Math.abs(sum) >= Math.abs(term) ? (sum - total) + term : (term - total) + sum;
    sum = total;
  }

  /** Adds another sum times a scale. */
  public void add(CompensatedSum other, double scale) {
    add(scale * other.sum);
    add(scale * other.lost);
  }

  /** The sum. */
  public double value() {
    return sum + lost;
  }

  /** Starts again at 0. */
  public void reset() {
    sum = 0;
    lost = 0;
  }

  /** Stores it, or takes what was stored. */
  public void transfer(StateTransfer state) {
    sum = state.doubleOf(sum);
    lost = state.doubleOf(lost);
  }
}
