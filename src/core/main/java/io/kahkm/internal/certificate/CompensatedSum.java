package io.kahkm.internal.certificate;

import io.kahkm.internal.numeric.StateTransfer;

/** A running sum by Neumaier's method: its error does not grow with the number of terms. */
final class CompensatedSum {
  private double sum;
  private double lost;

  void add(double term) {
    double total = sum + term;
    lost += Math.abs(sum) >= Math.abs(term) ? (sum - total) + term : (term - total) + sum;
    sum = total;
  }

  void add(CompensatedSum other, double scale) {
    add(scale * other.sum);
    add(scale * other.lost);
  }

  double value() {
    return sum + lost;
  }

  void reset() {
    sum = 0;
    lost = 0;
  }

  void transfer(StateTransfer state) {
    sum = state.doubleOf(sum);
    lost = state.doubleOf(lost);
  }
}
