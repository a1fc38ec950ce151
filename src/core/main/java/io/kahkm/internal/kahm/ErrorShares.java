package io.kahkm.internal.kahm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How a squared reconstruction error divides among the sensors. */
final class ErrorShares {
  private ErrorShares() {}

  /**
   * Divides the error, all delays of a sensor together.
   *
   * @param scaled state, the readings of all sensors one delay after the other; not modified
   * @param reconstruction A(x), or null where it is the zero vector; not modified
   * @param shares overwritten; one share per sensor, summing to 1; equal where the error is 0 or
   *     too large for a double
   */
  static void fill(double[] scaled, double @Nullable [] reconstruction, double[] shares) {
    int sensors = shares.length;
    Arrays.fill(shares, 0);
    double total = 0;
    for (int j = 0; j < scaled.length; j++) {
      double error = scaled[j] - (reconstruction == null ? 0 : reconstruction[j]);
      double square = error * error;
      shares[j % sensors] += square;
      total += square;
    }
    boolean divisible = total > 0 && total < Double.POSITIVE_INFINITY;
    for (int j = 0; j < sensors; j++) {
      shares[j] = divisible ? shares[j] / total : 1.0 / sensors;
    }
  }
}
