package io.kahkm.fitting;

import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.evaluation.CoordinateVariation;
import io.kahkm.internal.evaluation.ForecastScorer;
import io.kahkm.internal.evaluation.RolloutScores;
import io.kahkm.internal.kahm.Encoder;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitException;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.SoftCoordinates;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Percent;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.selection.GridSearch;
import io.kahkm.selection.HorizonScore;
import io.kahkm.selection.RunScore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Fits and scores candidates on recorded normal operation. Of the rows that {@link FitSettings}
 * leaves for fitting, the last share of every episode are model-selection rows: candidates are
 * fitted on the rest and scored on these. Rows held out for calibration take no part, so that the
 * novelty limit and the report of the chosen model rest on rows that no choice has seen.
 *
 * <p>Repetitions differ in the seed of k-means and of the training noise. Noise is that of sensors:
 * every fitting reading gets its own draw, in proportion to the sensor's standard deviation over
 * the fitting rows; model-selection rows stay as they are. Immutable, for any number of threads.
 */
public final class GridTrial implements GridSearch.Trial {
  /** More uniform model-selection rows than this share and the map does not carry over. */
  private static final double LARGEST_UNIFORM_SHARE = 0.01;

  private final FitSettings settings;
  private final Episodes fitting;
  private final Episodes selection;
  private final List<Integer> horizons;
  private final long seed;

  /**
   * A trial.
   *
   * @param settings what to fit; its classes, omega and partition are replaced
   * @param data recorded normal operation, in sensor units; retained, not to be modified
   * @param share of the fitting rows that are model-selection rows, between 0 and 1
   * @param needed steps ahead that must be scored, at least one
   * @param wished more steps ahead; those longer than the runs are left out
   * @param seed of k-means in repetition 0; the others follow
   * @throws IllegalArgumentException if a needed horizon is longer than every run of
   *     model-selection states, or one of the parts is too short; the message names the numbers
   */
  public GridTrial(
      FitSettings settings,
      Episodes data,
      double share,
      Collection<Integer> needed,
      Collection<Integer> wished,
      long seed) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException("validation is " + share + ", must be between 0 and 1");
    }
    this.settings = settings;
    this.seed = seed;
    HeldOutSplit split =
        HeldOutSplit.of(HeldOutSplit.of(data, settings.holdout()).fitting(), share);
    fitting = split.fitting();
    if (fitting.transitions() == 0) {
      throw new IllegalArgumentException("no transition is left for fitting, reduce validation");
    }
    selection =
        split
            .heldOut()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no row is left for model selection, raise validation"));
    int longest = longestRun();
    for (int horizon : needed) {
      if (horizon > longest) {
        throw new IllegalArgumentException(
            "horizon "
                + horizon
                + " cannot be scored: the longest run of model-selection states has "
                + longest
                + " transitions");
      }
    }
    horizons =
        Stream.concat(needed.stream(), wished.stream().filter(horizon -> horizon <= longest))
            .distinct()
            .sorted()
            .toList();
  }

  private int longestRun() {
    PreparedEpisodes prepared = PreparedEpisodes.of(settings.map(), fitting);
    return prepared.later(settings.map(), selection).stream()
        .mapToInt(run -> run.length - 1)
        .max()
        .orElse(0);
  }

  /**
   * The horizons that are scored.
   *
   * @return ascending
   */
  public List<Integer> horizons() {
    return horizons;
  }

  @Override
  public List<RunScore> run(int classes, List<Double> omegas, int repetition, double noise) {
    Partition partition = new Partition.KMeansStart(seed + repetition);
    MapSettings wanted = settings.withGridCell(classes, omegas.get(0), partition).map();
    try {
      Episodes noisy = SensorNoise.add(fitting, noise, seed, repetition);
      PreparedEpisodes prepared = PreparedEpisodes.of(wanted, noisy);
      double[][] states = prepared.states().currentStates();
      KahmMap map =
          prepared.scaling().isPresent()
              ? MapFitter.fit(wanted, prepared.scaling().get(), states, partition, Progress.NONE)
              : MapFitter.fit(wanted, states, partition, Progress.NONE);
      List<double[][]> fittingScores = new ArrayList<>();
      for (int e = 0; e < prepared.states().count(); e++) {
        fittingScores.add(classScores(map, prepared.states().run(e)));
      }
      List<double[][]> selectionScores =
          prepared.later(wanted, selection).stream().map(run -> classScores(map, run)).toList();
      return omegas.stream().map(omega -> score(omega, fittingScores, selectionScores)).toList();
    } catch (MapFitException e) {
      String reason = Objects.requireNonNull(e.getMessage());
      return omegas.stream().map(omega -> RunScore.failed(reason)).toList();
    }
  }

  private static double[][] classScores(KahmMap map, double[][] states) {
    Encoder encoder = map.newEncoder();
    Encoding encoding = new Encoding(map.classes());
    double[][] scores = new double[states.length][];
    for (int t = 0; t < states.length; t++) {
      encoder.encode(states[t], encoding);
      scores[t] = encoding.scores().clone();
    }
    return scores;
  }

  private RunScore score(
      double omega, List<double[][]> fittingScores, List<double[][]> selectionScores) {
    List<double[]> current = new ArrayList<>();
    List<double[]> successors = new ArrayList<>();
    for (double[][] run : fittingScores) {
      double[][] phi = new double[run.length][run[0].length];
      coordinates(run, omega, phi);
      current.addAll(List.of(phi).subList(0, phi.length - 1));
      successors.addAll(List.of(phi).subList(1, phi.length));
    }
    List<double[][]> targets = new ArrayList<>();
    int states = 0;
    int uniform = 0;
    for (double[][] run : selectionScores) {
      double[][] phi = new double[run.length][run[0].length];
      uniform += coordinates(run, omega, phi);
      states += phi.length;
      targets.add(phi);
    }
    if (uniform > LARGEST_UNIFORM_SHARE * states) {
      return RunScore.failed(
          Percent.tenths((double) uniform / states)
              + " of the model-selection states get uniform coordinates");
    }
    Matrix closure =
        ClosureFitter.fit(
            settings,
            current.toArray(double[][]::new),
            successors.toArray(double[][]::new),
            Progress.NONE);
    return score(targets, closure);
  }

  /** Fills the coordinates of a run; returns how many states got uniform ones. */
  private int coordinates(double[][] scores, double omega, double[][] phi) {
    SoftCoordinates soft = new SoftCoordinates(phi[0].length);
    int uniform = 0;
    for (int t = 0; t < scores.length; t++) {
      uniform += soft.fill(scores[t], omega, settings.map().tau(), phi[t]) ? 1 : 0;
    }
    return uniform;
  }

  private RunScore score(List<double[][]> targets, Matrix closure) {
    int[] steps = horizons.stream().mapToInt(Integer::intValue).toArray();
    List<ForecastScorer> scores = RolloutScores.of(targets, closure, Projection.NONE, steps);
    CoordinateVariation variation = new CoordinateVariation(closure.rows());
    for (double[][] phi : targets) {
      for (int t = 1; t < phi.length; t++) {
        variation.add(phi[t]);
      }
    }
    List<HorizonScore> found = new ArrayList<>();
    for (int h = 0; h < steps.length; h++) {
      found.add(new HorizonScore(steps[h], scores.get(h).relativeError(), scores.get(h).r2()));
    }
    CoordinateVariation.Summary summary = variation.summary();
    return RunScore.of(found, summary.rhoVar(), summary.rhoRank());
  }
}
