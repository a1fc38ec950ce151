package io.kahkm.reproduce;

import io.kahkm.fitting.ClosureMethod;
import io.kahkm.fitting.FitResult;
import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.law.PairLaw;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.RandomSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A simulated plant of three sensors, which follow a hidden swing and a swing of their own around a
 * set point that every episode draws anew, and the model that {@code fit} makes of a recording.
 * Some readings of an episode are missing. Rows of equal form obey one law.
 */
final class MonitoredPlant {
  private static final int SENSORS = 3;
  private static final int CLASSES = 5;
  private static final int TRUTH_PAIRS = 6000;
  private static final double MEMORY = 0.8;
  private static final double MISSING = 0.02;

  /** What is recorded, and what a unit of the windows is. */
  enum Form {
    /** Independent pairs. */
    PAIRS("independent pairs", 2, 1000),
    /** Episodes with gaps. */
    EPISODES("episodes of 16 rows, gaps", 16, 200),
    /** Streams of a fleet, one unit each. */
    FLEET("fleet, streams of 16 rows, gaps", 16, 200),
    /** One long run, of which nothing is certified. */
    RUN("one run, no unit", 4000, 1);

    final String words;

    /** Rows of an episode. */
    final int rows;

    /** Episodes of the recording. */
    final int recorded;

    Form(String words, int rows, int recorded) {
      this.words = words;
      this.rows = rows;
      this.recorded = recorded;
    }
  }

  private final Form form;
  private final RandomSource random;
  private final FitResult fit;

  MonitoredPlant(Form form, long seed) {
    this.form = form;
    random = new RandomSource(seed);
    List<double[][]> episodes = new ArrayList<>();
    for (int e = 0; e < form.recorded; e++) {
      episodes.add(episode());
    }
    List<String> sensors = List.of("a", "b", "c");
    fit =
        ModelFitter.fit(
            new FitSettings(
                new MapSettings(
                    sensors,
                    CLASSES,
                    8,
                    MapSettings.DEFAULT_TAU,
                    new MapSettings.Reconstruction(
                        MapSettings.DEFAULT_BLOCK, FarField.PAPER, Regularization.FIXED_POINT),
                    MapSettings.States.of(ScalingKind.STANDARD)),
                new Partition.KMeansStart(0),
                ClosureMethod.RIDGE,
                0.1,
                1,
                0.2,
                FitSettings.DEFAULT_QUANTILE,
                horizons(),
                Map.of()),
            Episodes.of(episodes),
            Progress.NONE);
  }

  /** Steps ahead that forecasts are made for. */
  List<Integer> horizons() {
    return form == Form.RUN ? List.of(1, 5) : List.of(1);
  }

  Model model() {
    return fit.model();
  }

  /** Novelty of the held-out rows, in ascending order. */
  double[] heldOutNovelties() {
    return fit.report().heldOut().orElseThrow().novelty().all().stream()
        .mapToDouble(Double::doubleValue)
        .sorted()
        .toArray();
  }

  /** The rows of a new episode; NaN where a reading is missing. */
  double[][] episode() {
    return episode(1);
  }

  /** The same whose readings lie so many times as far from the middle of all. */
  double[][] episode(double width) {
    double[][] rows = new double[form.rows][SENSORS];
    double[] center = new double[SENSORS];
    double[] own = new double[SENSORS];
    for (int j = 0; j < SENSORS; j++) {
      center[j] = form == Form.RUN ? 0 : random.nextGaussian();
      own[j] = random.nextGaussian();
    }
    double hidden = random.nextGaussian();
    double push = Math.sqrt(1 - MEMORY * MEMORY);
    for (double[] row : rows) {
      hidden = MEMORY * hidden + push * random.nextGaussian();
      for (int j = 0; j < SENSORS; j++) {
        own[j] = MEMORY * own[j] + push * random.nextGaussian();
        row[j] = width * (center[j] + hidden + own[j]);
      }
      if (form != Form.PAIRS && random.nextUniform() < MISSING) {
        row[0] = Double.NaN;
      }
    }
    return rows;
  }

  /**
   * The law of a unit's loss in coordinates, from many new pairs so many steps apart. An episode
   * weighs as much as another however many of its pairs are missing; one without a pair is no unit.
   */
  PairLaw truth(int horizon) {
    PairLaw.Builder law = new PairLaw.Builder(form.words, CLASSES);
    List<List<EncodedPair>> units = new ArrayList<>();
    int found = 0;
    while (found < TRUTH_PAIRS) {
      List<EncodedPair> unit = pairs(episode(), horizon);
      if (!unit.isEmpty()) {
        units.add(unit);
        found += unit.size();
      }
    }
    for (List<EncodedPair> unit : units) {
      for (EncodedPair pair : unit) {
        law.add(1.0 / unit.size() / units.size(), pair.current, pair.nearestClass, pair.next);
      }
    }
    return law.build();
  }

  /** A state and the one that follows it. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record EncodedPair(double[] current, int nearestClass, double[] next) {}

  /** The pairs of an episode whose rows between are all there. */
  private List<EncodedPair> pairs(double[][] episode, int horizon) {
    Encoder encoder = model().map().newEncoder();
    Encoding encoding = new Encoding(CLASSES);
    List<EncodedPair> pairs = new ArrayList<>();
    List<double[]> run = new ArrayList<>();
    List<Integer> classes = new ArrayList<>();
    for (double[] row : episode) {
      if (Double.isNaN(row[0])) {
        run.clear();
        classes.clear();
        continue;
      }
      encoder.encode(row, encoding);
      run.add(encoding.coordinates().clone());
      classes.add(encoding.nearestClass());
      int from = run.size() - 1 - horizon;
      if (from >= 0) {
        pairs.add(new EncodedPair(run.get(from), classes.get(from), run.get(from + horizon)));
      }
    }
    return pairs;
  }
}
