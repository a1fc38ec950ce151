package io.kahkm.internal.certificate;

import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;

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

  void write(StateWriter writer) {
    writer.putDouble(sum);
    writer.putDouble(lost);
  }

  void read(StateReader reader) {
    sum = reader.getDouble();
    lost = reader.getDouble();
  }
}
