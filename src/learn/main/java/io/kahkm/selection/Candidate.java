package io.kahkm.selection;

/**
 * One cell of a grid.
 *
 * @param classes number C of reference classes, at least 1
 * @param omega exponent of the affinities, positive and finite
 */
public record Candidate(int classes, double omega) {
  /** Checks both. */
  public Candidate {
    if (classes < 1) {
      throw new IllegalArgumentException("classes is " + classes + ", must be at least 1");
    }
    if (!(omega > 0) || Double.isInfinite(omega)) {
      throw new IllegalArgumentException("omega is " + omega + ", must be positive and finite");
    }
  }

  @Override
  public String toString() {
    String sharpness = omega == Math.rint(omega) ? Long.toString((long) omega) : "" + omega;
    return "C=" + classes + " omega=" + sharpness;
  }
}
