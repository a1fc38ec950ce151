package io.kahkm.internal.certificate.bound;

/** Hoeffding's upper bound of a mean loss in [0, 1] (equation "assignment confidence bound"). */
public final class AssignmentBound {
  private AssignmentBound() {}

  /**
   * U_delta = min(1, mean + sqrt(log(1 / delta) / (2 units))).
   *
   * @param mean observed mean loss in [0, 1]: f-hat, or A_geom
   * @param units M or J
   * @param delta failure probability in (0, 1)
   * @return the bound in [0, 1]
   */
  public static double of(double mean, long units, double delta) {
    return Math.min(1, mean + Math.sqrt(Levels.radius(1, delta, units) / 2));
  }
}
