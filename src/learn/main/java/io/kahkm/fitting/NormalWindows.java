package io.kahkm.fitting;

import io.kahkm.internal.certificate.sums.PairEvidence;
import io.kahkm.internal.certificate.sums.RollingStatistics;
import io.kahkm.internal.evaluation.CoordinateVariation;
import io.kahkm.internal.evaluation.ForecastScorer;
import io.kahkm.internal.kahm.NormalRange;
import io.kahkm.internal.monitor.status.ScoredForecast;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts held-out pairs into equal windows and keeps the smallest and the largest value of s-hat,
 * retained variation and forecast errors among them.
 *
 * <p>Windows have 512 pairs as the live rolling statistics do, where that gives twenty of them;
 * otherwise a twentieth of the pairs, at least twenty. A last window that is not full is left out.
 * Windows go on from one episode to the next, as those of a stream do where whole episodes are held
 * out.
 */
final class NormalWindows {
  private static final int LONGEST = RollingStatistics.PANES * RollingStatistics.PAIRS_PER_PANE;
  private static final int SHORTEST = 20;
  private static final int WINDOWS = 20;

  private final int classes;
  private final int dimension;
  private final List<Integer> horizons;
  private final int length;
  private final PairEvidence evidence;
  private final Extremes variances = new Extremes();
  private final Extremes variations = new Extremes();
  private final List<Extremes> errors = new ArrayList<>();
  private RollingStatistics pairs;
  private CoordinateVariation variation;
  private List<ForecastScorer> scores;
  private int filled;

  /** Smallest and largest of some values. */
  private static final class Extremes {
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;
    private int count;

    void add(double value) {
      low = Math.min(low, value);
      high = Math.max(high, value);
      count++;
    }
  }

  NormalWindows(int classes, int dimension, List<Integer> horizons, int available) {
    this.classes = classes;
    this.dimension = dimension;
    this.horizons = horizons;
    length = Math.max(SHORTEST, Math.min(LONGEST, available / WINDOWS));
    evidence = new PairEvidence(classes);
    horizons.forEach(horizon -> errors.add(new Extremes()));
    open();
  }

  private void open() {
    pairs = new RollingStatistics(classes);
    variation = new CoordinateVariation(classes);
    scores = new ArrayList<>();
    horizons.forEach(horizon -> scores.add(new ForecastScorer(classes, dimension)));
    filled = 0;
  }

  /** A pair; its forecasts follow before {@link #closeFull}. */
  void pair(double[] current, int nearestClass, double[] successor) {
    evidence.coordinates = current;
    evidence.nearestClass = nearestClass;
    evidence.successor = successor;
    pairs.add(evidence);
    variation.add(successor);
    filled++;
  }

  /** A forecast of the horizon with this index whose target has come. */
  void forecast(int index, ScoredForecast scored) {
    scores
        .get(index)
        .add(scored.predicted(), scored.target(), scored.origin(), scored.simplexDistanceSquared());
  }

  void closeFull() {
    if (filled < length) {
      return;
    }
    variances.add(pairs.sHat());
    variations.add(variation.summary().rhoVar());
    for (int h = 0; h < scores.size(); h++) {
      if (scores.get(h).starts() > 0) {
        errors.get(h).add(scores.get(h).relativeError());
      }
    }
    open();
  }

  /** The smallest retained variation; NaN without a full window. */
  double lowestVariation() {
    return variations.count == 0 ? Double.NaN : variations.low;
  }

  /** One range per figure that had a finite value in some window. */
  List<NormalRange> ranges() {
    List<NormalRange> ranges = new ArrayList<>();
    add(ranges, "sHat", variances);
    add(ranges, "rhoVar", variations);
    for (int h = 0; h < errors.size(); h++) {
      add(ranges, "error." + horizons.get(h), errors.get(h));
    }
    return ranges;
  }

  private void add(List<NormalRange> ranges, String quantity, Extremes values) {
    if (values.count > 0 && Double.isFinite(values.high)) {
      ranges.add(new NormalRange(quantity, values.low, values.high, values.count, length));
    }
  }
}
