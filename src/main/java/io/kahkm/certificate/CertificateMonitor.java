package io.kahkm.certificate;

import io.kahkm.numeric.Matrix;
import io.kahkm.numeric.StateReader;
import io.kahkm.numeric.StateWriter;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The windows of one stream: a deterministic state machine. Mutable, single owner.
 *
 * <p>Per transition: {@code if (needsFreeze()) freeze(closure)}, then {@link #residual}, then
 * {@link #pair}; where episodes are units, {@link #endUnit} when one ends.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class CertificateMonitor {
  /**
   * Starts without any window, without margins.
   *
   * @param settings what was chosen beforehand
   * @param classMeans A, C x C, row c = mean successor coordinates of training class c
   * @param retainedVariationLow low end of the retained variation of held-out normal data
   */
  public CertificateMonitor(
      CertificateSettings settings, Matrix classMeans, OptionalDouble retainedVariationLow) {
    this(settings, classMeans, retainedVariationLow, Optional.empty());
  }

  /**
   * Starts without any window.
   *
   * @param settings what was chosen beforehand
   * @param classMeans A, C x C, row c = mean successor coordinates of training class c
   * @param retainedVariationLow low end of the retained variation of held-out normal data
   * @param margins thresholds of the score margins; then every pair carries its scores
   */
  public CertificateMonitor(
      CertificateSettings settings,
      Matrix classMeans,
      OptionalDouble retainedVariationLow,
      Optional<MarginRule> margins) {
    throw new UnsupportedOperationException();
  }

  /**
   * Whether the next pair starts a window, so that {@link #freeze} must be called before it.
   *
   * @return whether a closure must be frozen now
   */
  public boolean needsFreeze() {
    throw new UnsupportedOperationException();
  }

  /**
   * Freezes the closure of the window that starts now.
   *
   * @param live the live closure B, C x C
   */
  public void freeze(Matrix live) {
    throw new UnsupportedOperationException();
  }

  /**
   * Squared residual of the frozen closure.
   *
   * @param phi current coordinates, length C; not modified
   * @param z successor coordinates, length C; not modified
   * @return |z - B0' phi|^2
   */
  public double residual(double[] phi, double[] z) {
    throw new UnsupportedOperationException();
  }

  /**
   * Adds a pair to the open unit; where pairs are units this may close a window.
   *
   * @param pair not retained, not modified
   * @param time event time of the successor, in milliseconds
   * @return the record of a window that closed
   */
  public Optional<CertificateRecord> pair(PairEvidence pair, long time) {
    throw new UnsupportedOperationException();
  }

  /**
   * Ends the open episode; this may close a window. Does nothing where pairs are units.
   *
   * @param time event time of the end, in milliseconds
   * @param declaredEnd whether the stream declared the end, rather than a gap or the length limit
   * @return the record of a window that closed
   */
  public Optional<CertificateRecord> endUnit(long time, boolean declaredEnd) {
    throw new UnsupportedOperationException();
  }

  /**
   * The record of the last closed window.
   *
   * @return the record, empty before the first close
   */
  public Optional<CertificateRecord> last() {
    throw new UnsupportedOperationException();
  }

  /**
   * How many windows in a row had the last verdict.
   *
   * @return 0 before the first close
   */
  public int verdictRun() {
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
   * Restores the state that {@link #write} wrote into a monitor of the same settings.
   *
   * @param reader advanced
   */
  public void read(StateReader reader) {
    throw new UnsupportedOperationException();
  }
}
