package io.kahkm.internal.certificate;

import java.util.OptionalDouble;
import java.util.function.IntPredicate;

/**
 * What is claimed of several horizons at once, by testing them in order: from the shortest up as
 * long as the upper bound stays within the tolerance, from the longest down as long as the lower
 * bound lies above it. Each bound may spend the whole level of its side, since the claim is wrong
 * only if the first horizon that does not deserve it passes.
 *
 * @param ok the forecasts of all declared horizons up to this one reach the tolerance; 0 for none
 * @param stop no linear map reaches it at any declared horizon from this one on; 0 for none
 */
public record HorizonClaims(int ok, int stop) {
  /** Nothing is claimed. */
  public static final HorizonClaims NONE = new HorizonClaims(0, 0);

  /**
   * Tests in order.
   *
   * @param horizons ascending; not modified
   * @param lower bounds by horizon, empty where data or a bound are missing; not modified
   * @param upper likewise
   * @param tolerance epsilon; NaN for none, which claims nothing
   * @return the claims
   */
  static HorizonClaims of(
      int[] horizons, OptionalDouble[] lower, OptionalDouble[] upper, double tolerance) {
    IntPredicate within = i -> upper[i].isPresent() && upper[i].getAsDouble() <= tolerance;
    IntPredicate above =
        i ->
            lower[i].isPresent()
                && lower[i].getAsDouble() > tolerance + CertificateAssessor.TOLERANCE_SLACK;
    int ok = 0;
    for (int i = 0; i < horizons.length && within.test(i); i++) {
      ok = horizons[i];
    }
    int stop = 0;
    for (int i = horizons.length - 1; i >= 0 && above.test(i); i--) {
      stop = horizons[i];
    }
    return new HorizonClaims(ok, stop);
  }
}
