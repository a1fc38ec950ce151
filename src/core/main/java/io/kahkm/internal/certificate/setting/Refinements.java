package io.kahkm.internal.certificate.setting;

import io.kahkm.internal.certificate.bound.Bound;
import io.kahkm.internal.closure.Projection;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What may be declared besides the usual bounds, before the first record of a window.
 *
 * @param cap errors above this many tolerances count as so many, above 1; empty for no cap
 * @param reference where the tight lower bound takes its reference closure from
 * @param pilot units at the start of a {@link WindowPolicy#FIXED} window that choose wagers and
 *     rules for the others and are left out themselves; 0 for none
 * @param renew units after which a run of {@link WindowPolicy#ANYTIME} starts anew; 0 for never
 * @param horizons steps ahead that are certified too, empty for none
 */
public record Refinements(
    OptionalDouble cap,
    ReferenceClosure reference,
    int pilot,
    int renew,
    Optional<HorizonSettings> horizons) {
  /** Nothing is declared. */
  public static final Refinements NONE =
      new Refinements(OptionalDouble.empty(), ReferenceClosure.PREVIOUS, 0, 0, Optional.empty());

  /** Checks every field. */
  public Refinements {
    if (cap.isPresent()
        && !(cap.getAsDouble() > 1 && cap.getAsDouble() < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "cap is " + cap.getAsDouble() + ", must be finite and above 1");
    }
    if (pilot < 0) {
      throw new IllegalArgumentException("pilot is " + pilot + ", must be at least 0");
    }
    if (renew < 0) {
      throw new IllegalArgumentException("renew is " + renew + ", must be at least 0");
    }
  }

  /**
   * The same with another projection of the certified forecasts.
   *
   * @param projection how the frozen forecast keeps its coordinates on the simplex
   * @return a copy
   */
  public Refinements withProjection(Projection projection) {
    return new Refinements(
        cap, reference, pilot, renew, horizons.map(each -> each.withProjection(projection)));
  }

  /**
   * The same with so many of its horizons.
   *
   * @param count how many at most, the shortest ones; 0 for none
   * @return a copy
   */
  public Refinements withHorizons(int count) {
    return new Refinements(
        cap, reference, pilot, renew, horizons.flatMap(each -> each.first(count)));
  }

  /**
   * The largest squared error that counts.
   *
   * @param tolerance epsilon
   * @return r = (cap epsilon)^2, infinite without a cap
   */
  double largestLoss(double tolerance) {
    if (cap.isEmpty()) {
      return Double.POSITIVE_INFINITY;
    }
    double error = cap.getAsDouble() * tolerance;
    return error * error;
  }

  /** Checks what depends on the other settings. */
  void require(
      Sampling sampling,
      WindowPolicy policy,
      Bound alarmBound,
      double tolerance,
      boolean driftPossible) {
    if (cap.isPresent() && Double.isNaN(tolerance)) {
      throw new IllegalArgumentException("cap counts tolerances, tolerance is missing");
    }
    if (policy == WindowPolicy.ROLLING && cap.isPresent()) {
      throw new IllegalArgumentException(
          "cap is set, a window of policy rolling has a frozen closure only for its sums");
    }
    if (policy == WindowPolicy.ROLLING && horizons.isPresent()) {
      throw new IllegalArgumentException("horizons are set, policy rolling has none");
    }
    if (pilot > 0 && policy != WindowPolicy.FIXED) {
      throw new IllegalArgumentException(
          "pilot is " + pilot + ", must be 0 unless policy is fixed");
    }
    if (renew > 0 && policy != WindowPolicy.ANYTIME) {
      throw new IllegalArgumentException(
          "renew is " + renew + ", must be 0 unless policy is anytime");
    }
    if (policy == WindowPolicy.ANYTIME) {
      requireAnytime(sampling, alarmBound, driftPossible);
    }
  }

  private static void requireAnytime(Sampling sampling, Bound alarmBound, boolean driftPossible) {
    if (sampling == Sampling.FLEET) {
      throw new IllegalArgumentException(
          "policy is anytime, a fleet's streams repeat from window to window");
    }
    if (driftPossible) {
      throw new IllegalArgumentException(
          "policy is anytime, it needs identically distributed units: drift must be excluded");
    }
    if (alarmBound != Bound.TIGHT) {
      throw new IllegalArgumentException(
          "alarmBound is "
              + alarmBound.label()
              + ", under policy anytime only tight holds at every moment");
    }
  }
}
