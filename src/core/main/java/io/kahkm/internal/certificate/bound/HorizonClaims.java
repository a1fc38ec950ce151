package io.kahkm.internal.certificate.bound;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntPredicate;

/**
 * What is claimed of several horizons at once, by testing them in order: from the shortest up as
 * long as the upper bound stays within the tolerance, from the longest down as long as the lower
 * bound lies above it. Each bound may spend the whole level of its side, since the claim is wrong
 * only if the first horizon that does not deserve it passes.
 *
 * <p>A horizon is <em>trusted</em> where the forecast is within the tolerance and repeating the
 * present coordinates is not known to be: a tolerance that "no change" reaches says nothing of the
 * forecast.
 *
 * @param ok the forecasts of all declared horizons up to this one reach the tolerance; 0 for none
 * @param stop no linear map reaches it at any declared horizon from this one on; 0 for none
 * @param trusted those horizons up to {@code ok}, ascending, at which the bound of persistence is
 *     known and above the tolerance
 */
public record HorizonClaims(int ok, int stop, List<Integer> trusted) {
  /** Nothing is claimed. */
  public static final HorizonClaims NONE = new HorizonClaims(0, 0, List.of());

  /** Copies the list. */
  public HorizonClaims {
    trusted = List.copyOf(trusted);
  }

  /**
   * The same without what is claimed of the forecasts.
   *
   * @return the claims of the length alone
   */
  public HorizonClaims withoutForecasts() {
    return new HorizonClaims(0, stop, List.of());
  }

  /**
   * Tests in order.
   *
   * @param horizons ascending; not modified
   * @param lower bounds by horizon, empty where data or a bound are missing; not modified
   * @param upper likewise; a horizon that no linear map brings within the tolerance does not count,
   *     even if the capped error of its forecast is
   * @param persistence upper bounds of persistence, likewise
   * @param tolerance epsilon; NaN for none, which claims nothing
   * @return the claims
   */
  public static HorizonClaims of(
      int[] horizons,
      OptionalDouble[] lower,
      OptionalDouble[] upper,
      OptionalDouble[] persistence,
      double tolerance) {
    IntPredicate above =
        i ->
            lower[i].isPresent()
                && lower[i].getAsDouble() > tolerance + AssessmentLimits.TOLERANCE_SLACK;
    IntPredicate within =
        i -> upper[i].isPresent() && upper[i].getAsDouble() <= tolerance && !above.test(i);
    int ok = 0;
    List<Integer> trusted = new ArrayList<>();
    for (int i = 0; i < horizons.length && within.test(i); i++) {
      ok = horizons[i];
      if (persistence[i].isPresent() && persistence[i].getAsDouble() > tolerance) {
        trusted.add(ok);
      }
    }
    int stop = 0;
    for (int i = horizons.length - 1; i >= 0 && above.test(i); i--) {
      stop = horizons[i];
    }
    return new HorizonClaims(ok, stop, trusted);
  }
}
