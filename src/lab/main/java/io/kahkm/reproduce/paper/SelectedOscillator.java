package io.kahkm.reproduce.paper;

import io.kahkm.reproduce.paper.benchmark.SoftModel;
import io.kahkm.system.SoftMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The selected oscillator configurations: one map per system, fitted to three training trajectories
 * of 1200 transitions (seeds 0, 1, 2), evaluated on three of 800 (seeds 100, 101, 102).
 */
enum SelectedOscillator {
  DUFFING(OscillatorReference.DUFFING, 10, 2),
  VAN_DER_POL(OscillatorReference.VAN_DER_POL, 25, 4);

  private static final int[] TRAINING_SEEDS = {0, 1, 2};
  private static final int[] EVALUATION_SEEDS = {100, 101, 102};
  private static final int TRAINING_STEPS = 1200;
  private static final int EVALUATION_STEPS = 800;

  private final OscillatorReference reference;
  private final int classes;
  private final double omega;

  SelectedOscillator(OscillatorReference reference, int classes, double omega) {
    this.reference = reference;
    this.classes = classes;
    this.omega = omega;
  }

  static SelectedOscillator of(OscillatorReference reference) {
    return reference == OscillatorReference.DUFFING ? DUFFING : VAN_DER_POL;
  }

  String label() {
    return reference.label();
  }

  String title() {
    return reference.title();
  }

  /** A fitted map with its training pairs and evaluation trajectories. */
  record Fit(
      SoftModel model,
      List<double[]> currentStates,
      List<double[]> nextStates,
      List<double[][]> evaluation) {
    double[][] current() {
      return currentStates.toArray(double[][]::new);
    }

    double[][] next() {
      return nextStates.toArray(double[][]::new);
    }
  }

  /** The selected map. */
  Fit selected(Fits fits) {
    return fits.once(Fit.class, this, () -> fit(fits, "oscillator_reference", classes, omega));
  }

  /** Fits another configuration to the same trajectories. */
  Fit fit(Fits fits, String study, int number, double exponent) {
    String label = label();
    List<double[]> current = states(fits, 0);
    List<double[]> next = states(fits, 1);
    double[][] references = current.toArray(double[][]::new);
    SoftMap map =
        SoftModel.kahm(
            references,
            fits.labels(study, "ext_" + label, references, number, 0),
            number,
            exponent);
    List<double[][]> evaluation = new ArrayList<>();
    for (int seed : EVALUATION_SEEDS) {
      evaluation.add(fits.data().trajectory(label, seed, EVALUATION_STEPS));
    }
    return new Fit(
        SoftModel.of(map, references, next.toArray(double[][]::new)), current, next, evaluation);
  }

  /** The training states from so many steps after the beginning on, trajectory by trajectory. */
  List<double[]> states(Fits fits, int from) {
    List<double[]> states = new ArrayList<>();
    for (int seed : TRAINING_SEEDS) {
      double[][] trajectory = fits.data().trajectory(label(), seed, TRAINING_STEPS);
      states.addAll(Arrays.asList(trajectory).subList(from, from + TRAINING_STEPS));
    }
    return states;
  }

  /** Number of reference classes. */
  int classes() {
    return classes;
  }

  /** Exponent of the affinities. */
  double omega() {
    return omega;
  }
}
