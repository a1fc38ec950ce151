package io.kahkm.reproduce.paper;

import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.paper.benchmark.SoftModel;
import io.kahkm.reproduce.paper.data.NumpyRandom;
import io.kahkm.reproduce.paper.data.ObservationNoise;
import io.kahkm.reproduce.paper.data.OscillatorPath;
import io.kahkm.reproduce.paper.print.PlainText;
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
  private static final int[] COUNTS = {1, 2, 3, 5};
  private static final double[] SHARES = {0.25, 0.75};
  private static final int RUNS = 3;
  private static final int STEPS = 1600;
  private static final int TRAINING_STEPS = 1200;
  private static final int EVALUATION_STEPS = 800;
  private static final int[] EVALUATION_SEEDS = {100, 101, 102};
  private static final int LAST = OscillatorReference.PRIMARY_HORIZON;
  private static final String ERROR = "E_" + LAST;

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    int done = 0;
    int total =
        OscillatorReference.values().length * (OscillatorTrial.LEVELS.size() + COUNTS.length) + 1;
    Averages averages = new Averages();
    Curves noise = new Curves(NOISE_FIGURE);
    Curves counts = new Curves(COUNT_FIGURE);
    for (OscillatorReference reference : OscillatorReference.values()) {
      String system = reference.title() + " ";
      for (double level : OscillatorTrial.LEVELS) {
        for (int seed = 0; seed < RUNS; seed++) {
          ErrorsByHorizon scores = noise(fits, reference, level, seed);
          noise.add(system + "E_1", 100 * level, scores.relativeError(1));
          noise.add(system + ERROR, 100 * level, scores.relativeError(LAST));
          averages.error(PROSE, system + "noise " + percent(level), ERROR, scores, LAST);
        }
        progress.update("robustness", ++done, total);
      }
      for (int count : COUNTS) {
        String row = system + count + (count == 1 ? " trajectory" : " trajectories");
        for (ErrorsByHorizon scores : trajectories(fits, reference, count)) {
          counts.add(system + ERROR, count, scores.relativeError(LAST));
          averages.error(PROSE, row, ERROR, scores, LAST);
        }
        progress.update("robustness", ++done, total);
      }
    }
    for (double share : SHARES) {
      for (int seed = 0; seed < RUNS; seed++) {
        ErrorsByHorizon scores = fraction(fits, share, seed);
        averages.error(PROSE, "Duffing train fraction " + percent(share), ERROR, scores, LAST);
      }
    }
    averages.store(results);
    noise.store(results);
    counts.store(results);
    progress.update("robustness", ++done, total);
  }

  private static String percent(double share) {
    return PlainText.number(Math.rint(1000 * share) / 10) + "%";
  }

  /** One run with observation noise on the training pairs. */
  private static ErrorsByHorizon noise(
      Fits fits, OscillatorReference reference, double level, int seed) {
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
  private static List<ErrorsByHorizon> trajectories(
      Fits fits, OscillatorReference reference, int count) {
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

  /** One Duffing run whose first part trains and whose rest evaluates. */
  private static ErrorsByHorizon fraction(Fits fits, double share, int seed) {
    OscillatorReference reference = OscillatorReference.DUFFING;
    int training = (int) (share * STEPS);
    double[][] states = trajectory(reference, seed, STEPS);
    double[][] current = Arrays.copyOf(states, training);
    double[][] next = Arrays.copyOfRange(states, 1, training + 1);
    double[][] evaluation = Arrays.copyOfRange(states, training, STEPS + 1);
    return fit(fits, reference, current, next, seed).scores(evaluation);
  }

  private record Fit(SoftMap map, Matrix closure) {
    ErrorsByHorizon scores(double[][] states) {
      List<double[][]> phi = List.<double[][]>of(map.encodeAll(states));
      return ErrorsByHorizon.ofClosure(phi, closure, Projection.NONE, 1, LAST);
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
