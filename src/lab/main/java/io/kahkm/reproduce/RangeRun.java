package io.kahkm.reproduce;

import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.certificate.sums.RollingStatistics;
import io.kahkm.internal.evaluation.CoordinateVariation;
import io.kahkm.internal.evaluation.ForecastScorer;
import io.kahkm.internal.kahm.Calibration;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.NormalRange;
import io.kahkm.internal.monitor.MonitorSettings;
import io.kahkm.internal.monitor.RowAssessment;
import io.kahkm.internal.monitor.StreamMonitor;
import io.kahkm.internal.monitor.input.Observation;
import io.kahkm.internal.monitor.status.Readiness;
import io.kahkm.internal.monitor.status.ScoredForecast;
import io.kahkm.reproduce.MonitoredRun.Announced;
import io.kahkm.reproduce.MonitoredRun.Count;
import java.util.Map;
import java.util.TreeMap;

/**
 * New rows of a plant under the monitor, closure learning and gates on, cut into windows as {@code
 * fit} cuts the held-out rows: how often s-hat, the retained variation and the error of forecasts
 * lie outside their normal ranges. Of recordings in episodes there are none. One use.
 */
final class RangeRun {
  private final MonitoredPlant plant;
  private final Calibration limits;
  private final int classes;
  private final int pairs;
  private final StreamMonitor monitor;
  private final PairEvidence evidence;
  private RollingStatistics statistics;
  private CoordinateVariation variation;
  private final Map<Integer, ForecastScorer> errors = new TreeMap<>();

  RangeRun(MonitoredPlant plant, Calibration limits) {
    this.plant = plant;
    this.limits = limits;
    Model model = plant.model();
    classes = model.map().classes();
    pairs = limits.ranges().isEmpty() ? 0 : limits.ranges().get(0).pairs();
    evidence = new PairEvidence(classes);
    monitor =
        StreamMonitor.create(
            MonitorSettings.builder()
                .horizons(plant.horizons())
                .learn(true)
                .beta(model.beta())
                .build(),
            model);
    open();
  }

  private void open() {
    statistics = new RollingStatistics(classes);
    variation = new CoordinateVariation(classes);
    int sensors = plant.model().map().sensors().size();
    plant.horizons().forEach(horizon -> errors.put(horizon, new ForecastScorer(classes, sensors)));
  }

  /** Runs so many windows and counts them; none if fit drew no ranges. */
  void run(int windows, Map<Announced, Count> counts) {
    int closed = 0;
    for (int e = 0; pairs > 0 && closed < windows; e++) {
      double[][] episode = plant.episode();
      for (int t = 0; closed < windows && t < episode.length; t++) {
        RowAssessment assessment =
            monitor.advance(Observation.state(0, episode[t], "e" + e, t + 1 == episode.length));
        if (assessment.readiness() != Readiness.READY) {
          continue;
        }
        take(assessment);
        if (variation.count() == pairs) {
          close(counts);
          closed++;
          open();
        }
      }
    }
  }

  private void take(RowAssessment assessment) {
    if (assessment.continues()) {
      evidence.successor = assessment.coordinates();
      statistics.add(evidence);
      variation.add(assessment.coordinates());
    }
    for (ScoredForecast forecast : assessment.scored()) {
      errors
          .get(forecast.horizon())
          .add(
              forecast.predicted(),
              forecast.target(),
              forecast.origin(),
              forecast.simplexDistanceSquared());
    }
    evidence.coordinates = assessment.coordinates().clone();
    evidence.nearestClass = assessment.nearestClass();
  }

  private void close(Map<Announced, Count> counts) {
    count(counts.get(Announced.RANGE_VARIANCE), "sHat", statistics.sHat());
    count(counts.get(Announced.RANGE_VARIATION), "rhoVar", variation.summary().rhoVar());
    errors.forEach(
        (horizon, score) ->
            count(
                counts.get(horizon == 1 ? Announced.RANGE_ERROR : Announced.RANGE_FAR_ERROR),
                "error." + horizon,
                score.relativeError()));
  }

  private void count(Count count, String quantity, double found) {
    for (NormalRange range : limits.ranges()) {
      if (range.quantity().equals(quantity)) {
        // The control is half as wide.
        double quarter = (range.high() - range.low()) / 4;
        count.add(
            range.expectedRate(),
            found < range.low() || found > range.high(),
            found < range.low() + quarter || found > range.high() - quarter);
      }
    }
  }
}
