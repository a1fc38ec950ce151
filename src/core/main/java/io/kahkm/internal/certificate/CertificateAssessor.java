package io.kahkm.internal.certificate;

import io.kahkm.internal.certificate.bound.Levels;
import io.kahkm.internal.certificate.setting.CertificateSettings;
import io.kahkm.internal.numeric.Matrix;
import java.util.OptionalDouble;

/** Turns window statistics into a certificate: a pure function, deterministic to the bit. */
public final class CertificateAssessor {
  private CertificateAssessor() {}

  /**
   * Where a window stands and what it may spend.
   *
   * @param index 0-based number of the window within its stream
   * @param from event time of the first pair, in nanoseconds
   * @param to event time of the close, in nanoseconds
   * @param level failure probability the alarm may spend, in (0, 1)
   * @param missing units that belong to the window but did not report, at least 0
   * @param undeclared streams that report beyond those the fleet declares, at least 0
   * @param retainedVariationLow retained variation that few normal windows of this size fall below
   * @param outsideAtClose whether the stream was outside the map when the window closed
   */
  public record Window(
      long index,
      long from,
      long to,
      double level,
      int missing,
      int undeclared,
      OptionalDouble retainedVariationLow,
      boolean outsideAtClose) {
    /** Checks level and missing units. */
    public Window {
      if (missing < 0) {
        throw new IllegalArgumentException("missing is " + missing + ", must be at least 0");
      }
      if (undeclared < 0) {
        throw new IllegalArgumentException("undeclared is " + undeclared + ", must be at least 0");
      }
      Levels.requireDelta(level);
    }

    /**
     * A window that closed on the map.
     *
     * @param index 0-based number of the window within its stream
     * @param from event time of the first pair, in nanoseconds
     * @param to event time of the close, in nanoseconds
     * @param level failure probability the alarm may spend, in (0, 1)
     * @param missing units that belong to the window but did not report, at least 0
     * @param retainedVariationLow retained variation that few normal windows of this size fall
     *     below
     */
    public Window(
        long index,
        long from,
        long to,
        double level,
        int missing,
        OptionalDouble retainedVariationLow) {
      this(index, from, to, level, missing, 0, retainedVariationLow, false);
    }
  }

  /**
   * Assesses a window.
   *
   * @param statistics the window's statistics, at least one unit; not modified
   * @param settings what was chosen beforehand
   * @param frozenClosure B0, C x C, frozen before the window's first record
   * @param classMeans A, C x C, row c = mean successor coordinates of training class c
   * @param window position and level
   * @return the certificate
   * @throws IllegalArgumentException if there is no unit or a shape does not fit
   */
  public static WindowCertificate assess(
      WindowStatistics statistics,
      CertificateSettings settings,
      Matrix frozenClosure,
      Matrix classMeans,
      Window window) {
    Levels.requireUnits(statistics.units());
    requireShape("frozenClosure", frozenClosure, statistics.classes());
    requireShape("classMeans", classMeans, statistics.classes());
    AssessmentContext context =
        AssessmentContext.once(WindowChoices.first(settings), window.level());
    return new WindowAssessor(statistics, settings, frozenClosure, classMeans, window, context)
        .certificate(0);
  }

  private static void requireShape(String name, Matrix matrix, int classes) {
    if (matrix.rows() != classes || matrix.columns() != classes) {
      throw new IllegalArgumentException(
          name + " is " + matrix + ", must be " + classes + " x " + classes);
    }
  }
}
