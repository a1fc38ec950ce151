package io.kahkm.certificate;

import io.kahkm.numeric.StateReader;
import io.kahkm.numeric.StateWriter;

/** Mergeable statistics of a window. Mutable, single owner. */
@SuppressWarnings("DoNotCallSuggester")
public final class WindowStatistics {
  /**
   * Creates empty statistics.
   *
   * @param classes number of reference classes C, at least 1
   */
  public WindowStatistics(int classes) {
    throw new UnsupportedOperationException();
  }

  /**
   * Adds a pair to the open unit.
   *
   * @param pair not retained, not modified
   */
  public void addPair(PairEvidence pair) {
    throw new UnsupportedOperationException();
  }

  /** Ends the open unit; a unit without a pair is skipped and counted. */
  public void endUnit() {
    throw new UnsupportedOperationException();
  }

  /**
   * Appends the units of a later part.
   *
   * @param later not modified
   */
  public void merge(WindowStatistics later) {
    throw new UnsupportedOperationException();
  }

  /**
   * Writes the whole state.
   *
   * @param writer appended to
   */
  public void write(StateWriter writer) {
    throw new UnsupportedOperationException();
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param reader advanced
   * @return the same state, bit for bit
   */
  public static WindowStatistics read(StateReader reader) {
    return java.util.Optional.<WindowStatistics>empty()
        .orElseThrow(UnsupportedOperationException::new);
  }

  /**
   * Units ended with at least one pair.
   *
   * @return M or J
   */
  public int units() {
    throw new UnsupportedOperationException();
  }

  /**
   * Pairs of all ended units.
   *
   * @return number of pairs
   */
  public long pairs() {
    throw new UnsupportedOperationException();
  }

  /**
   * Mean assignment loss.
   *
   * @return f-hat in [0, 1]; 0 when there is no unit
   */
  public double fHat() {
    throw new UnsupportedOperationException();
  }

  /**
   * Mean half squared distance to the label.
   *
   * @return b-hat in [0, 1]; 0 when there is no unit
   */
  public double bHat() {
    throw new UnsupportedOperationException();
  }

  /**
   * Within-class successor variance.
   *
   * @return s-hat in [0, 1]; 0 when there is no unit
   */
  public double sHat() {
    throw new UnsupportedOperationException();
  }

  /**
   * Pairs per reference class.
   *
   * @return a copy, length C
   */
  public long[] classCounts() {
    throw new UnsupportedOperationException();
  }
}
