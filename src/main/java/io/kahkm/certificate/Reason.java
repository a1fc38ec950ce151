package io.kahkm.certificate;

/** Why a verdict was given. */
public enum Reason {
  /** EXCLUDED: the lower bound lies above the tolerance. */
  LOWER_BOUND_ABOVE("lower-bound-above"),
  /** ATTAINABLE: the upper bound lies within the tolerance. */
  UPPER_BOUND_WITHIN("upper-bound-within"),
  /** UNDECIDED: the bounds lie on either side of the tolerance. */
  MORE_DATA("more-data"),
  /** UNDECIDED: no number of pairs makes this bound positive. */
  STRUCTURALLY_VACUOUS("structurally-vacuous"),
  /** UNDECIDED: units are missing, and silence may be informative. */
  INCOMPLETE("incomplete"),
  /** SUSPECT: the two halves of the window have different laws. */
  HALVES_DIFFER("halves-differ"),
  /** SUSPECT: consecutive units are correlated. */
  UNITS_DEPENDENT("units-dependent"),
  /** OUT_OF_MAP: too many pairs start outside the map. */
  OUTSIDE_SHARE("outside-share"),
  /** OUT_OF_MAP: the coordinates vary less than on held-out normal data. */
  LOW_VARIATION("low-variation");

  private final String label;

  Reason(String label) {
    this.label = label;
  }

  /**
   * The word used in files, on topics and in metrics.
   *
   * @return lower case, words joined by hyphens
   */
  public String label() {
    return label;
  }

  /**
   * Finds a constant by its label.
   *
   * @param label as returned by {@link #label()}
   * @return the constant
   * @throws IllegalArgumentException listing the allowed labels
   */
  public static Reason of(String label) {
    return Labels.find(Reason.class, Reason::label, label);
  }
}
