package io.kahkm.reproduce.paper;

import io.kahkm.closure.Projection;
import io.kahkm.numeric.Matrix;
import io.kahkm.numeric.Progress;
import io.kahkm.system.NumpyRandom;
import io.kahkm.system.Oscillator;
import io.kahkm.system.SoftMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The reference configurations under training noise, with more training trajectories and with other
 * shares of one trajectory: two figures and the numbers quoted in section "Robustness to training
 * perturbations and trajectory coverage".
 */
final class RobustnessExperiment implements Experiment {
  static final String NOISE_FIGURE = "fig:exp_noise_reference";
  static final String COUNT_FIGURE = "fig:exp_train_count_reference";

  private static final String PROSE = "text:robustness";
  private static final double[] LEVELS = {0, 0.005, 0.01, 0.02, 0.05};
  private static final int[] COUNTS = {1, 2, 3, 5};
  private static final double[] SHARES = {0.25, 0.75};
  private static final int RUNS = 3;
  private static final int STEPS = 1600;
  private static final int TRAINING_STEPS = 1200;
  private static final int EVALUATION_STEPS = 800;
  private static final int[] EVALUATION_SEEDS = {100, 101, 102};
  private static final int[] HORIZONS = {1, OscillatorReference.PRIMARY_HORIZON};
  private static final String ERROR = "E_" + OscillatorReference.PRIMARY_HORIZON;

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    int done = 0;
    int total = OscillatorReference.values().length * (LEVELS.length + COUNTS.length) + 1;
    for (OscillatorReference reference : OscillatorReference.values()) {
      for (double level : LEVELS) {
        Curves curves = new Curves(NOISE_FIGURE);
        for (int seed = 0; seed < RUNS; seed++) {
          add(curves, reference, 100 * level, noise(fits, reference, level, seed));
        }
        store(curves, results, reference, "noise " + percent(level));
        progress.update("robustness", ++done, total);
      }
      for (int count : COUNTS) {
        Curves curves = new Curves(COUNT_FIGURE);
        for (Scores scores : trajectories(fits, reference, count)) {
          add(curves, reference, count, scores);
        }
        store(curves, results, reference, count + (count == 1 ? " trajectory" : " trajectories"));
        progress.update("robustness", ++done, total);
      }
    }
    for (double share : SHARES) {
      results.put(PROSE, "Duffing train fraction " + percent(share), ERROR, fraction(fits, share));
    }
    progress.update("robustness", ++done, total);
  }

  private static String percent(double share) {
    return PlainText.number(Math.rint(1000 * share) / 10) + "%";
  }

  private static void add(Curves curves, OscillatorReference reference, double x, Scores scores) {
    for (int horizon : HORIZONS) {
      curves.add(reference.title() + " E_" + horizon, x, scores.relativeError(horizon));
    }
  }

  /** The figure's points; the mean of the last horizon is also what the prose quotes. */
  private static void store(
      Curves curves, Results results, OscillatorReference reference, String row) {
    curves.store(results);
    results.put(
        PROSE, reference.title() + " " + row, ERROR, curves.mean(reference.title() + " " + ERROR));
  }

  /** One run with observation noise on the training pairs. */
  private static Scores noise(Fits fits, OscillatorReference reference, double level, int seed) {
    double[][] states = trajectory(reference, seed, STEPS);
    double[][] current = Arrays.copyOf(states, TRAINING_STEPS);
    double[][] next = Arrays.copyOfRange(states, 1, TRAINING_STEPS + 1);
    if (level > 0) {
      NumpyRandom random = new NumpyRandom(1_000_003L * seed + Math.round(1e6 * level) + 17);
      current = ObservationNoise.disturb(current, level, random);
      next = ObservationNoise.disturb(next, level, random);
    }
    double[][] evaluation = Arrays.copyOfRange(states, TRAINING_STEPS, STEPS + 1);
    return fit(fits, reference, current, next, seed).scores(evaluation);
  }

  /** Scores of one fit to several trajectories on each evaluation trajectory. */
  private static List<Scores> trajectories(Fits fits, OscillatorReference reference, int count) {
    List<double[]> current = new ArrayList<>();
    List<double[]> next = new ArrayList<>();
    for (int seed = 0; seed < count; seed++) {
      List<double[]> states = Arrays.asList(trajectory(reference, seed, TRAINING_STEPS));
      current.addAll(states.subList(0, TRAINING_STEPS));
      next.addAll(states.subList(1, TRAINING_STEPS + 1));
    }
    Fit fit =
        fit(fits, reference, current.toArray(double[][]::new), next.toArray(double[][]::new), 0);
    return Arrays.stream(EVALUATION_SEEDS)
        .mapToObj(seed -> fit.scores(trajectory(reference, seed, EVALUATION_STEPS)))
        .toList();
  }

  /** Mean Duffing error when the first part of a trajectory trains and the rest evaluates. */
  private static double fraction(Fits fits, double share) {
    OscillatorReference reference = OscillatorReference.DUFFING;
    double mean = 0;
    int training = (int) (share * STEPS);
    for (int seed = 0; seed < RUNS; seed++) {
      double[][] states = trajectory(reference, seed, STEPS);
      double[][] current = Arrays.copyOf(states, training);
      double[][] next = Arrays.copyOfRange(states, 1, training + 1);
      double[][] evaluation = Arrays.copyOfRange(states, training, STEPS + 1);
      mean +=
          fit(fits, reference, current, next, seed)
                  .scores(evaluation)
                  .relativeError(OscillatorReference.PRIMARY_HORIZON)
              / RUNS;
    }
    return mean;
  }

  private record Fit(SoftMap map, Matrix closure) {
    Scores scores(double[][] states) {
      List<double[][]> phi = List.<double[][]>of(map.encodeAll(states));
      return Scores.ofClosure(phi, closure, Projection.NONE, HORIZONS);
    }
  }

  private static Fit fit(
      Fits fits,
      OscillatorReference reference,
      double[][] current,
      double[][] next,
      long clusteringSeed) {
    List<Integer> labels =
        fits.labels("robustness", "", current, reference.classes(), clusteringSeed);
    SoftMap map = SoftModel.kahm(current, labels, reference.classes(), reference.omega());
    return new Fit(map, SoftModel.of(map, current, next).nlms());
  }

  private static double[][] trajectory(OscillatorReference reference, int seed, int steps) {
    return OscillatorPath.of(
        reference == OscillatorReference.DUFFING ? Oscillator.duffing() : Oscillator.vanDerPol(),
        seed,
        steps);
  }
}
