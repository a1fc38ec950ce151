package io.kahkm.internal.certificate.bound;

import io.kahkm.internal.numeric.Labels;

/** Why a verdict was given. */
public enum Reason {
  /** EXCLUDED: the lower bound lies above the tolerance. */
  LOWER_BOUND_ABOVE(Verdict.EXCLUDED, "lower-bound-above"),
  /**
   * EXCLUDED: the lower bound lies above the tolerance, though the upper bound of the capped error
   * lies within it: large errors are rare.
   */
  RARE_ERRORS(Verdict.EXCLUDED, "rare-errors"),
  /** ATTAINABLE: the upper bound lies within the tolerance. */
  UPPER_BOUND_WITHIN(Verdict.ATTAINABLE, "upper-bound-within"),
  /** ATTAINABLE: the upper bound of the capped error, and only that, lies within the tolerance. */
  CAPPED_UPPER_BOUND_WITHIN(Verdict.ATTAINABLE, "capped-upper-bound-within"),
  /** UNDECIDED: the bounds lie on either side of the tolerance. */
  MORE_DATA(Verdict.UNDECIDED, "more-data"),
  /** UNDECIDED: no number of pairs makes this bound positive. */
  STRUCTURALLY_VACUOUS(Verdict.UNDECIDED, "structurally-vacuous"),
  /** UNDECIDED: units are missing, and silence may be informative. */
  INCOMPLETE(Verdict.UNDECIDED, "incomplete"),
  /**
   * UNDECIDED: of the first units of a run, too few to say where the stream is, too many pairs
   * start outside the map.
   */
  OUTSIDE_SO_FAR(Verdict.UNDECIDED, "outside-so-far"),
  /** UNDECIDED: no tolerance is known, so there is nothing to decide. */
  NO_TOLERANCE(Verdict.UNDECIDED, "no-tolerance"),
  /** SUSPECT: the two halves of the window have different laws. */
  HALVES_DIFFER(Verdict.SUSPECT, "halves-differ"),
  /** SUSPECT: consecutive units are correlated. */
  UNITS_DEPENDENT(Verdict.SUSPECT, "units-dependent"),
  /** SUSPECT: more streams report than the fleet declares. */
  TOO_MANY_STREAMS(Verdict.SUSPECT, "too-many-streams"),
  /** SUSPECT: the relations between the sensors were broken for too many pairs. */
  RELATION_BROKEN(Verdict.SUSPECT, "relation-broken"),
  /** OUT_OF_MAP: too many pairs start outside the map. */
  OUTSIDE_SHARE(Verdict.OUT_OF_MAP, "outside-share"),
  /** OUT_OF_MAP: the stream was outside the map when the window closed. */
  OUTSIDE_AT_CLOSE(Verdict.OUT_OF_MAP, "outside-at-close"),
  /** OUT_OF_MAP: the coordinates vary less than on held-out normal data. */
  LOW_VARIATION(Verdict.OUT_OF_MAP, "low-variation");

  private final Verdict verdict;
  private final String label;

  Reason(Verdict verdict, String label) {
    this.verdict = verdict;
    this.label = label;
  }

  /**
   * The verdict that this is a reason of.
   *
   * @return the verdict
   */
  public Verdict verdict() {
    return verdict;
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
