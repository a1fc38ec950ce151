package io.kahkm.internal.certificate.bound;

import io.kahkm.internal.numeric.Labelled;

/** Why a verdict was given. */
public enum Reason implements Labelled {
  /** EXCLUDED: the lower bound lies above the tolerance. */
  LOWER_BOUND_ABOVE(Verdict.EXCLUDED),
  /**
   * EXCLUDED: the lower bound lies above the tolerance, though the upper bound of the capped error
   * lies within it: large errors are rare.
   */
  RARE_ERRORS(Verdict.EXCLUDED),
  /** ATTAINABLE: the upper bound lies within the tolerance. */
  UPPER_BOUND_WITHIN(Verdict.ATTAINABLE),
  /** ATTAINABLE: the upper bound of the capped error, and only that, lies within the tolerance. */
  CAPPED_UPPER_BOUND_WITHIN(Verdict.ATTAINABLE),
  /** UNDECIDED: the bounds lie on either side of the tolerance. */
  MORE_DATA(Verdict.UNDECIDED),
  /** UNDECIDED: no number of pairs makes this bound positive. */
  STRUCTURALLY_VACUOUS(Verdict.UNDECIDED),
  /** UNDECIDED: units are missing, and silence may be informative. */
  INCOMPLETE(Verdict.UNDECIDED),
  /**
   * UNDECIDED: of the first units of a run, too few to say where the stream is, too many pairs
   * start outside the map.
   */
  OUTSIDE_SO_FAR(Verdict.UNDECIDED),
  /** UNDECIDED: no tolerance is known, so there is nothing to decide. */
  NO_TOLERANCE(Verdict.UNDECIDED),
  /** SUSPECT: the two halves of the window have different laws. */
  HALVES_DIFFER(Verdict.SUSPECT),
  /** SUSPECT: consecutive units are correlated. */
  UNITS_DEPENDENT(Verdict.SUSPECT),
  /** SUSPECT: more streams report than the fleet declares. */
  TOO_MANY_STREAMS(Verdict.SUSPECT),
  /** SUSPECT: the relations between the sensors were broken for too many pairs. */
  RELATION_BROKEN(Verdict.SUSPECT),
  /** OUT_OF_MAP: too many pairs start outside the map. */
  OUTSIDE_SHARE(Verdict.OUT_OF_MAP),
  /** OUT_OF_MAP: the stream was outside the map when the window closed. */
  OUTSIDE_AT_CLOSE(Verdict.OUT_OF_MAP),
  /** OUT_OF_MAP: the coordinates vary less than on held-out normal data. */
  LOW_VARIATION(Verdict.OUT_OF_MAP);

  private final Verdict verdict;

  Reason(Verdict verdict) {
    this.verdict = verdict;
  }

  /**
   * The verdict that this is a reason of.
   *
   * @return the verdict
   */
  public Verdict verdict() {
    return verdict;
  }
}
