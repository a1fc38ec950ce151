package io.kahkm.internal.assembly;

/** What became of a reading that was offered to an assembler. */
public enum OfferOutcome {
  /** It counts in its cell. */
  ACCEPTED,
  /** A reading of equal tag, time and value was there before. */
  DUPLICATE,
  /**
   * A reading of equal tag and time has another value: neither stands. A row that was closed as
   * complete before the second one came keeps the first.
   */
  CONFLICT,
  /** Its cell was closed by grace. */
  LATE,
  /**
   * It is so far ahead of the stream's event time that its tag's clock must be wrong, or all the
   * other tags of the stream are silent.
   */
  AHEAD,
  /** Its tag has {@link AssemblySettings#MOST_READINGS} readings in open cells. */
  CROWDED,
  /** Its time is further from the epoch than {@link AssemblySettings#LATEST_TIME}. */
  OUT_OF_RANGE
}
