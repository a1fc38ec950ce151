package io.kahkm.internal.monitor;

import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.closure.StackedReadout;
import io.kahkm.internal.evaluation.ErrorBand;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.monitor.status.IntervalStatus;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.internal.numeric.StateTransfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The intervals of one horizon: half-widths in the units of the readout, put into those of the
 * stream where they go out. Mutable, one owner.
 *
 * <p>While the stream is abnormal, outside the map or with broken relations, its usual band learns
 * nothing; a second one, which starts where the first stands and is forgotten when the stream is
 * back, follows the outcomes and goes out instead.
 */
final class ForecastIntervals {
  private static final double SMALL = 1e-3;

  private final double level;
  private final ErrorBand band;
  private final ErrorBand abnormalBand;
  private final StatePreparation preparation;
  private final int sensors;
  private boolean abnormal;
  private long frozen;
  private long frozenHeld;

  /**
   * Intervals without outcomes.
   *
   * @param model whose errors are known
   * @param horizon steps ahead
   * @param level share of outcomes to hold
   * @param waiting forecasts of this horizon that are out when one is issued
   */
  ForecastIntervals(
      Model model, int horizon, double level, int waiting, StatePreparation preparation) {
    double[] start = halfWidths(model, horizon, level);
    this.level = level;
    this.preparation = preparation;
    sensors = start.length;
    band = new ErrorBand(level, start, waiting, ErrorBand.Pace.USUAL);
    abnormalBand = new ErrorBand(level, start, waiting, ErrorBand.Pace.FAST);
  }

  /** Whether the stream is outside the map or its relations are broken from now on. */
  void abnormal(boolean now) {
    if (now && !abnormal) {
      abnormalBand.startFrom(band);
    }
    abnormal = now;
  }

  private ErrorBand current() {
    return abnormal ? abnormalBand : band;
  }

  /** Half-widths of the next interval, in sensor units. */
  void issue(double[] halfWidth) {
    for (int i = 0; i < sensors; i++) {
      halfWidth[i] = current().halfWidth(i) * preparation.sensorUnit(i);
    }
  }

  /**
   * Takes an outcome. One that went out while the stream was abnormal teaches the usual band
   * nothing.
   */
  void outcome(ScoredForecast scored) {
    outcome(
        Objects.requireNonNull(scored.predictedState()),
        Objects.requireNonNull(scored.halfWidth()),
        scored.targetState(),
        scored.issuedAbnormal());
  }

  /** The same of a forecast, the half-widths that went out with it, and what was then observed. */
  void outcome(double[] predicted, double[] halfWidth, double[] target, boolean issuedAbnormal) {
    boolean teaches = abnormal || !issuedAbnormal;
    boolean usual = teaches && !abnormal;
    if (teaches) {
      current().nextOutcome();
    }
    frozen += usual ? 0 : 1;
    for (int i = 0; i < sensors; i++) {
      double unit = preparation.sensorUnit(i);
      double error = Math.abs(target[i] - predicted[i]) / unit;
      double issued = halfWidth[i] / unit;
      if (teaches) {
        current().outcome(i, error, issued);
      }
      frozenHeld += !usual && ErrorBand.holds(issued, error) ? 1 : 0;
    }
  }

  void reset() {
    band.reset();
    abnormalBand.reset();
    abnormal = false;
    frozen = 0;
    frozenHeld = 0;
  }

  IntervalStatus status() {
    List<Double> halfWidth = new ArrayList<>();
    List<Double> coverage = new ArrayList<>();
    double guarantee = 0;
    for (int i = 0; i < sensors; i++) {
      halfWidth.add(current().halfWidth(i) * preparation.sensorUnit(i));
      if (band.outcomes() > 0) {
        coverage.add(band.coverage(i));
      }
      guarantee = Math.max(guarantee, band.guarantee(i));
    }
    return new IntervalStatus(
        level,
        halfWidth,
        band.outcomes(),
        frozen,
        frozen == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of((double) frozenHeld / frozen / sensors),
        coverage,
        guarantee);
  }

  void transfer(StateTransfer state) {
    abnormal = state.booleanOf(abnormal);
    frozen = state.longOf(frozen);
    frozenHeld = state.longOf(frozenHeld);
    band.transfer(state);
    abnormalBand.transfer(state);
  }

  /**
   * What a share of the errors did not exceed: where intervals start. A sensor that was forecast
   * without error in so many rows starts at a thousandth of its reach.
   */
  private static double[] halfWidths(Model model, int horizon, double level) {
    ErrorQuantiles errors = errors(model, horizon);
    double[] widths = new double[errors.values().rows()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = errors.at(i, level);
      if (!(widths[i] > 0) && model.readout(horizon) instanceof StackedReadout stacked) {
        widths[i] = SMALL * stacked.reach(i);
      }
    }
    return widths;
  }

  private static ErrorQuantiles errors(Model model, int horizon) {
    return model
        .forecastErrors(horizon)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "interval is declared, the model knows no errors of its forecasts of horizon "
                        + horizon
                        + ": fit it again with this release"));
  }
}
