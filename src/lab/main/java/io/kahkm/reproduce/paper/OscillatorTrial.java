package io.kahkm.reproduce.paper;

import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.evaluation.CoordinateVariation;
import io.kahkm.reproduce.paper.benchmark.SoftModel;
import io.kahkm.reproduce.paper.data.PaperData;
import io.kahkm.selection.Candidate;
import io.kahkm.selection.GridSearch;
import io.kahkm.selection.RunScore;
import io.kahkm.system.SoftMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fits and scores candidates of the paper's oscillator searches: repetitions are seeds, the first
 * 1200 transitions train, the other 400 select.
 */
final class OscillatorTrial implements GridSearch.Trial {
  /** Training noise in shares of each coordinate's deviation. */
  static final List<Double> LEVELS = List.of(0.0, 0.005, 0.01, 0.02, 0.05);

  /** The configuration that the search over these levels selects. */
  static final Candidate SELECTED = new Candidate(25, 4);

  static final int[] HORIZONS = {1, 10, 50, 100, 200};
  static final int RUNS = 3;
  private static final int TRAINING_STEPS = 1200;
  private static final int STEPS = 1600;

  private final Fits fits;
  private final String file;

  private OscillatorTrial(Fits fits, String file) {
    this.fits = fits;
    this.file = file;
  }

  static List<Integer> horizons() {
    return Arrays.stream(HORIZONS).boxed().toList();
  }

  /** The expanded Duffing search. */
  static OscillatorTrial duffing(Fits fits) {
    return new OscillatorTrial(fits, "duffing_search");
  }

  /** The clean and the noise-aware Van der Pol search. */
  static OscillatorTrial vanDerPol(Fits fits) {
    return new OscillatorTrial(fits, "vanderpol");
  }

  @Override
  public List<RunScore> run(int classes, List<Double> omegas, int repetition, double noise) {
    List<RunScore> scores = new ArrayList<>();
    for (double omega : omegas) {
      scores.add(fit(new Candidate(classes, omega), repetition, noise).run());
    }
    return scores;
  }

  /** One fit's scores on the selection data. */
  record Fit(ErrorsByHorizon scores, CoordinateVariation.Summary variation) {
    RunScore run() {
      return scores.runScore(variation);
    }

    /** Persistence on the same starts. */
    RunScore persistence() {
      return scores.persistenceRunScore(variation);
    }
  }

  /** Fits one candidate to the trajectory of a seed. */
  Fit fit(Candidate candidate, int seed, double noise) {
    int classes = candidate.classes();
    double omega = candidate.omega();
    double[][] states;
    double[][] current;
    double[][] next;
    List<Integer> labels;
    synchronized (fits) {
      states = fits.data().trajectory(file, seed, STEPS);
      current = Arrays.copyOf(states, TRAINING_STEPS);
      next = Arrays.copyOfRange(states, 1, TRAINING_STEPS + 1);
      if (noise > 0) {
        PaperData.NoisyPairs pairs = fits.data().noisyPairs(noise, seed, classes, omega);
        current = pairs.current().toArray(double[][]::new);
        next = pairs.next().toArray(double[][]::new);
      }
      labels = labels(current, classes, omega, seed, noise);
    }
    SoftMap map = SoftModel.kahm(current, labels, classes, omega);
    SoftModel model = SoftModel.of(map, current, next);
    List<double[][]> phi =
        List.<double[][]>of(map.encodeAll(Arrays.copyOfRange(states, TRAINING_STEPS, STEPS + 1)));
    return new Fit(
        ErrorsByHorizon.ofClosure(phi, model.nlms(), Projection.NONE, HORIZONS),
        ErrorsByHorizon.variation(phi));
  }

  private List<Integer> labels(
      double[][] states, int classes, double omega, int seed, double noise) {
    if (noise == 0) {
      String study = file.equals("vanderpol") ? "vanderpol_search" : file;
      return fits.labels(study, "C" + classes + "_seed" + seed, states, classes, seed);
    }
    // Noise is every candidate's own; only the selected one's labels are published.
    String config = "noise" + noise + "_seed" + seed;
    boolean selected = SELECTED.equals(new Candidate(classes, omega));
    return fits.labels("vanderpol_noise", selected ? config : "", states, classes, seed);
  }
}
