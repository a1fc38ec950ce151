package io.kahkm.internal.certificate.bound;

/** Checks of arguments that several bounds share. */
public final class Levels {
  private Levels() {}

  /**
   * Requires an error probability.
   *
   * @param delta the probability
   * @throws IllegalArgumentException unless it is between 0 and 1
   */
  public static void requireDelta(double delta) {
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("delta is " + delta + ", must be between 0 and 1");
    }
  }

  /**
   * Requires that something was counted.
   *
   * @param units number of independent units
   * @throws IllegalArgumentException if it is below 1
   */
  public static void requireUnits(long units) {
    if (units < 1) {
      throw new IllegalArgumentException("units is " + units + ", must be at least 1");
    }
  }

  /**
   * Requires a norm limit.
   *
   * @param kappa the limit
   * @throws IllegalArgumentException unless it is finite and at least 0
   */
  public static void requireKappa(double kappa) {
    if (!(kappa >= 0) || Double.isInfinite(kappa)) {
      throw new IllegalArgumentException("kappa is " + kappa + ", must be finite and at least 0");
    }
  }

  /**
   * log(split / delta) / units: the divergence allowed at level delta / split.
   *
   * @param split number of statements that share the level, at least 1
   * @param delta error probability of all together, between 0 and 1
   * @param units number of independent units, at least 1
   * @return the divergence, above 0
   * @throws IllegalArgumentException if the level or the number of units is not allowed
   */
  public static double radius(double split, double delta, long units) {
    requireDelta(delta);
    requireUnits(units);
    return (StrictMath.log(split) - StrictMath.log(delta)) / units;
  }
}
