package io.kahkm.internal.certificate.loss;

import io.kahkm.internal.certificate.bound.UpperRule;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a window says about one horizon.
 *
 * @param horizon steps ahead
 * @param units units that had a pair of this horizon: the law is that of units long enough
 * @param pairs pairs within these units
 * @param kappa norm limit of the lower bound; NaN where the forecast has grown beyond use
 * @param range largest possible loss of the forecast; NaN likewise
 * @param meanSquaredError mean squared error of the frozen forecast; NaN likewise, and without
 *     units
 * @param lower L: no linear map with norm at most kappa has a smaller error; empty where it is not
 *     kept or there is no unit
 * @param upper U: upper bound of the error of the frozen forecast; empty where there is no unit
 * @param rule how the upper bound was found
 * @param capped the same with capped errors, where a cap is declared
 * @param persistence the bound of persistence, which repeats the present coordinates: by the same
 *     method on the same pairs, with capped errors where a cap is declared; empty where there is no
 *     unit, or the window was begun by a release that did not keep it
 */
public record HorizonBound(
    int horizon,
    long units,
    long pairs,
    double kappa,
    double range,
    double meanSquaredError,
    OptionalDouble lower,
    OptionalDouble upper,
    UpperRule rule,
    Optional<CappedBound> capped,
    OptionalDouble persistence) {

  /** A horizon of which nothing can be said. */
  public static HorizonBound missing(int horizon) {
    return new HorizonBound(
        horizon,
        0,
        0,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        UpperRule.ENTROPY,
        Optional.empty(),
        OptionalDouble.empty());
  }

  /** The upper bound that decides: of the capped error where a cap is declared. */
  public OptionalDouble deciding() {
    return capped.isPresent() ? OptionalDouble.of(capped.get().upper()) : upper;
  }
}
