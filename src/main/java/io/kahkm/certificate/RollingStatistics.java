package io.kahkm.certificate;

import io.kahkm.numeric.StateReader;
import io.kahkm.numeric.StateWriter;

/**
 * Light statistics of the last few hundred pairs, for the rolling metrics. Mutable, single owner.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class RollingStatistics {
  /**
   * Creates empty statistics.
   *
   * @param classes number of reference classes C, at least 1
   */
  public RollingStatistics(int classes) {
    throw new UnsupportedOperationException();
  }

  /**
   * Adds a pair; the oldest pane is dropped when it is full.
   *
   * @param pair not retained, not modified
   */
  public void add(PairEvidence pair) {
    throw new UnsupportedOperationException();
  }

  /**
   * Mean assignment loss.
   *
   * @return f-hat in [0, 1]; NaN before the first pair
   */
  public double fHat() {
    throw new UnsupportedOperationException();
  }

  /**
   * Mean half squared distance to the label.
   *
   * @return b-hat in [0, 1]; NaN before the first pair
   */
  public double bHat() {
    throw new UnsupportedOperationException();
  }

  /**
   * Within-class successor variance.
   *
   * @return s-hat in [0, 1]; NaN before the first pair
   */
  public double sHat() {
    throw new UnsupportedOperationException();
  }

  /**
   * Share of pairs outside the map.
   *
   * @return in [0, 1]; NaN before the first pair
   */
  public double outsideRatio() {
    throw new UnsupportedOperationException();
  }

  /**
   * Pairs in the panes.
   *
   * @return number of pairs
   */
  public long pairs() {
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
  public static RollingStatistics read(StateReader reader) {
    return java.util.Optional.<RollingStatistics>empty()
        .orElseThrow(UnsupportedOperationException::new);
  }
}
