package io.kahkm.internal.monitor;

import io.kahkm.internal.closure.ErrorQuantiles;
import io.kahkm.internal.evaluation.ErrorBand;
import io.kahkm.internal.numeric.StateReader;
import io.kahkm.internal.numeric.StateWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The intervals of one horizon: half-widths in the units of the readout, put into those of the
 * stream where they go out. Mutable, one owner.
 */
final class ForecastIntervals {
  private final double level;
  private final int waiting;
  private final ErrorBand band;
  private final StatePreparation preparation;
  private final int sensors;
  private long frozen;

  /**
   * Intervals without outcomes.
   *
   * @param waiting forecasts of this horizon that are out when one is issued
   */
  ForecastIntervals(
      double level, ErrorQuantiles errors, int waiting, StatePreparation preparation) {
    this.level = level;
    this.waiting = waiting;
    this.preparation = preparation;
    sensors = errors.values().rows();
    double[] start = new double[sensors];
    for (int i = 0; i < sensors; i++) {
      start[i] = errors.at(i, level);
    }
    band = new ErrorBand(level, start);
  }

  /** Half-widths of the next interval, in sensor units. */
  void issue(double[] halfWidth) {
    for (int i = 0; i < sensors; i++) {
      halfWidth[i] = band.halfWidth(i) * preparation.sensorUnit(i);
    }
  }

  /** Takes an outcome, which teaches nothing while the stream is not as it was recorded. */
  void outcome(ScoredForecast scored, boolean isFrozen) {
    if (isFrozen) {
      frozen++;
      return;
    }
    band.nextOutcome();
    for (int i = 0; i < sensors; i++) {
      double unit = preparation.sensorUnit(i);
      double error = Math.abs(scored.targetState()[i] - scored.predictedState()[i]);
      band.outcome(i, error / unit, scored.halfWidth()[i] / unit);
    }
  }

  void reset() {
    band.reset();
    frozen = 0;
  }

  IntervalStatus status() {
    List<Double> halfWidth = new ArrayList<>();
    List<Double> coverage = new ArrayList<>();
    double guarantee = 0;
    for (int i = 0; i < sensors; i++) {
      halfWidth.add(band.halfWidth(i) * preparation.sensorUnit(i));
      if (band.outcomes() > 0) {
        coverage.add(band.coverage(i));
      }
      guarantee = Math.max(guarantee, band.guarantee(i, waiting));
    }
    return new IntervalStatus(level, halfWidth, band.outcomes(), frozen, coverage, guarantee);
  }

  void write(StateWriter writer) {
    writer.putLong(frozen);
    band.write(writer);
  }

  void read(StateReader reader) {
    frozen = reader.getLong();
    band.read(reader);
  }
}
