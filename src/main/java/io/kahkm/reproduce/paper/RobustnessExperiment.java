package io.kahkm.reproduce.paper;

import io.kahkm.closure.Projection;
import io.kahkm.kahm.MapSettings;
import io.kahkm.kahm.Partition;
import io.kahkm.numeric.Matrix;
import io.kahkm.numeric.Progress;
import io.kahkm.system.NumpyRandom;
import io.kahkm.system.Oscillator;
import io.kahkm.system.SoftMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The numbers quoted in section "Robustness to training perturbations and trajectory coverage" from
 * studies without a table.
 *
 * <p>No labels of these studies are published: the classes come from our own K-means and the
 * printed digits cannot be expected.
 */
final class RobustnessExperiment implements Experiment {
  private static final String PROSE = "text:robustness";
  private static final int RUNS = 3;
  private static final int STEPS = 1600;
  private static final int TRAINING_STEPS = 1200;
  private static final int EVALUATION_STEPS = 800;
  private static final int[] EVALUATION_SEEDS = {100, 101, 102};
  private static final int HORIZON = OscillatorReference.PRIMARY_HORIZON;
  private static final String ERROR = "E_" + HORIZON;

  @Override
  public void run(PaperData data, Results results, Progress progress) {
    OscillatorReference duffing = OscillatorReference.DUFFING;
    put(results, "Duffing noise 1%", noise(duffing, 0.01));
    put(results, "Duffing noise 5%", noise(duffing, 0.05));
    progress.update("robustness", 1, 3);
    put(results, "Duffing 1 trajectory", trajectories(duffing, 1));
    put(results, "Duffing 5 trajectories", trajectories(duffing, 5));
    put(results, "Van der Pol 3 trajectories", trajectories(OscillatorReference.VAN_DER_POL, 3));
    progress.update("robustness", 2, 3);
    put(results, "Duffing train fraction 25%", fraction(duffing, 0.25));
    put(results, "Duffing train fraction 75%", fraction(duffing, 0.75));
    progress.update("robustness", 3, 3);
  }

  private static void put(Results results, String row, double error) {
    results.put(PROSE, row, ERROR, error);
  }

  /** Mean error over seeds with observation noise on the training pairs. */
  private static double noise(OscillatorReference reference, double level) {
    double mean = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      double[][] states = trajectory(reference, seed, STEPS);
      double[][] current = Arrays.copyOf(states, TRAINING_STEPS);
      double[][] next = Arrays.copyOfRange(states, 1, TRAINING_STEPS + 1);
      NumpyRandom random = new NumpyRandom(1_000_003L * seed + Math.round(1e6 * level) + 17);
      double[][] noisy = ObservationNoise.disturb(current, level, random);
      double[][] noisyNext = ObservationNoise.disturb(next, level, random);
      List<double[][]> evaluation = new ArrayList<>();
      evaluation.add(Arrays.copyOfRange(states, TRAINING_STEPS, STEPS + 1));
      mean += error(reference, noisy, noisyNext, evaluation, seed) / RUNS;
    }
    return mean;
  }

  /** Error of one fit to several trajectories, averaged over evaluation trajectories. */
  private static double trajectories(OscillatorReference reference, int count) {
    List<double[]> current = new ArrayList<>();
    List<double[]> next = new ArrayList<>();
    for (int seed = 0; seed < count; seed++) {
      List<double[]> states = Arrays.asList(trajectory(reference, seed, TRAINING_STEPS));
      current.addAll(states.subList(0, TRAINING_STEPS));
      next.addAll(states.subList(1, TRAINING_STEPS + 1));
    }
    List<double[][]> evaluation = new ArrayList<>();
    for (int seed : EVALUATION_SEEDS) {
      evaluation.add(trajectory(reference, seed, EVALUATION_STEPS));
    }
    return error(
        reference, current.toArray(double[][]::new), next.toArray(double[][]::new), evaluation, 0);
  }

  private static double fraction(OscillatorReference reference, double share) {
    double mean = 0;
    int training = (int) (share * STEPS);
    for (int seed = 0; seed < RUNS; seed++) {
      double[][] states = trajectory(reference, seed, STEPS);
      List<double[][]> evaluation = new ArrayList<>();
      evaluation.add(Arrays.copyOfRange(states, training, STEPS + 1));
      double[][] current = Arrays.copyOf(states, training);
      double[][] next = Arrays.copyOfRange(states, 1, training + 1);
      mean += error(reference, current, next, evaluation, seed) / RUNS;
    }
    return mean;
  }

  private static double error(
      OscillatorReference reference,
      double[][] current,
      double[][] next,
      List<double[][]> evaluation,
      long clusteringSeed) {
    SoftMap map =
        SoftModel.kahm(
            current,
            new Partition.KMeansStart(clusteringSeed),
            reference.classes(),
            reference.omega(),
            MapSettings.DEFAULT_BLOCK);
    Matrix closure = SoftModel.of(map, current, next).nlms();
    double mean = 0;
    for (double[][] states : evaluation) {
      List<double[][]> phi = List.<double[][]>of(map.encodeAll(states));
      Scores scores = Scores.ofClosure(phi, closure, Projection.NONE, HORIZON);
      mean += scores.relativeError(HORIZON) / evaluation.size();
    }
    return mean;
  }

  private static double[][] trajectory(OscillatorReference reference, int seed, int steps) {
    return OscillatorPath.of(
        reference == OscillatorReference.DUFFING ? Oscillator.duffing() : Oscillator.vanDerPol(),
        seed,
        steps);
  }
}
