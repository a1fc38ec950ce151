package io.kahkm.internal.certificate;

/** Checks of arguments that several bounds share. */
final class Levels {
  private Levels() {}

  static void requireDelta(double delta) {
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("delta is " + delta + ", must be between 0 and 1");
    }
  }

  static void requireUnits(long units) {
    if (units < 1) {
      throw new IllegalArgumentException("units is " + units + ", must be at least 1");
    }
  }

  static void requireKappa(double kappa) {
    if (!(kappa >= 0) || Double.isInfinite(kappa)) {
      throw new IllegalArgumentException("kappa is " + kappa + ", must be finite and at least 0");
    }
  }

  /** log(split / delta) / units: the divergence allowed at level delta / split. */
  static double radius(double split, double delta, long units) {
    requireDelta(delta);
    requireUnits(units);
    return (StrictMath.log(split) - StrictMath.log(delta)) / units;
  }
}
