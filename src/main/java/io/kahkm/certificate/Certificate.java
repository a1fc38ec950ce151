package io.kahkm.certificate;

import io.kahkm.numeric.Matrix;
import java.util.OptionalDouble;

/** Turns window statistics into a certificate record: a pure function. */
@SuppressWarnings("DoNotCallSuggester")
public final class Certificate {
  private Certificate() {}

  /**
   * Where a window stands and what it may spend.
   *
   * @param index 0-based number of the window within its stream
   * @param from event time of the first pair, in milliseconds
   * @param to event time of the close, in milliseconds
   * @param level failure probability the alarm may spend, in (0, 1)
   * @param incomplete whether units that belong to the window are missing
   * @param retainedVariationLow low end of the retained variation of held-out normal data
   */
  public record Window(
      long index,
      long from,
      long to,
      double level,
      boolean incomplete,
      OptionalDouble retainedVariationLow) {}

  /**
   * Assesses a window.
   *
   * @param statistics the window's statistics, at least one unit; not modified
   * @param settings what was chosen beforehand
   * @param frozenClosure B0, C x C, frozen before the window's first record
   * @param classMeans A, C x C, row c = mean successor coordinates of training class c
   * @param window position and level
   * @return the record
   */
  public static CertificateRecord assess(
      WindowStatistics statistics,
      CertificateSettings settings,
      Matrix frozenClosure,
      Matrix classMeans,
      Window window) {
    return java.util.Optional.<CertificateRecord>empty()
        .orElseThrow(UnsupportedOperationException::new);
  }
}
