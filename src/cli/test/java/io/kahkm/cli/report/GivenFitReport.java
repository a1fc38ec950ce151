package io.kahkm.cli.report;

import io.kahkm.fitting.FitReport;
import io.kahkm.fitting.HeldOutReport;
import io.kahkm.fitting.PastReport;
import io.kahkm.fitting.sensor.SensorFit;
import io.kahkm.internal.evaluation.CoordinateVariation;
import java.util.List;
import java.util.Optional;

/** Reports of fits of which most is of no interest. */
public final class GivenFitReport {
  /** Coordinates that do not vary. */
  public static final CoordinateVariation.Summary STILL =
      new CoordinateVariation.Summary(0, 0, 0, 0, 0);

  private GivenFitReport() {}

  /** A report that says this and nothing else. */
  public static FitReport of(
      FitReport.Rows rows,
      Optional<HeldOutReport> heldOut,
      Optional<SensorFit> sensors,
      List<String> warnings) {
    return new FitReport(
        rows,
        new FitReport.Coordinates(0, 0, 0, STILL),
        new FitReport.StartClosure(0, 0, 1),
        List.of(),
        PastReport.NONE,
        heldOut,
        sensors,
        Optional.empty(),
        warnings);
  }
}
