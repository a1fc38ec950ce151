package io.kahkm.internal.monitor;

import io.kahkm.internal.evaluation.ErrorBand;
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
   * @param start half-widths to start from, in the units of the readout
   * @param waiting forecasts of this horizon that are out when one is issued
   */
  ForecastIntervals(double level, double[] start, int waiting, StatePreparation preparation) {
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
}
