package io.kahkm.reproduce.paper;

import io.kahkm.internal.numeric.Matrix;
import java.util.List;

/**
 * The reference configurations of the two oscillators (tab:settings): one trajectory, the first
 * part trains, the rest evaluates.
 */
enum OscillatorReference {
  /** Shared Duffing generator, 1200 steps. */
  DUFFING("duffing", "Duffing", 15, 12, 1200, 900),
  /** Shared Van der Pol generator, 1600 steps. */
  VAN_DER_POL("vanderpol", "Van der Pol", 20, 4, 1600, 1200);

  static final int PRIMARY_HORIZON = 200;
  private static final String STUDY = "oscillator_reference";

  private final String label;
  private final String title;
  private final int classes;
  private final double omega;
  private final int steps;
  private final int trainingSteps;

  OscillatorReference(
      String label, String title, int classes, double omega, int steps, int trainingSteps) {
    this.label = label;
    this.title = title;
    this.classes = classes;
    this.omega = omega;
    this.steps = steps;
    this.trainingSteps = trainingSteps;
  }

  String label() {
    return label;
  }

  String title() {
    return title;
  }

  int classes() {
    return classes;
  }

  double omega() {
    return omega;
  }

  /** One trajectory divided into training pairs and evaluation states. */
  record Split(
      List<double[]> currentStates,
      List<double[]> nextStates,
      List<double[]> evaluationStates,
      List<Integer> labels,
      Matrix centroids) {
    double[][] current() {
      return currentStates.toArray(double[][]::new);
    }

    double[][] next() {
      return nextStates.toArray(double[][]::new);
    }

    double[][] evaluation() {
      return evaluationStates.toArray(double[][]::new);
    }
  }

  /** The split of a seed's trajectory, divided into another number of classes. */
  Split divided(Fits fits, int seed, int number) {
    String config = number == classes ? "ref_" + label + "_seed" + seed : "";
    return split(fits, seed, config, seed, number);
  }

  Split split(Fits fits, int dataSeed, String config, long clusteringSeed) {
    return split(fits, dataSeed, config, clusteringSeed, classes);
  }

  private Split split(Fits fits, int dataSeed, String config, long clusteringSeed, int number) {
    List<double[]> states = List.of(fits.data().trajectory(label, dataSeed, steps));
    double[][] current = states.subList(0, trainingSteps).toArray(double[][]::new);
    List<Integer> labels = fits.labels(STUDY, config, current, number, clusteringSeed);
    return new Split(
        states.subList(0, trainingSteps),
        states.subList(1, trainingSteps + 1),
        states.subList(trainingSteps, steps + 1),
        labels,
        fits.centroids(STUDY, config, current, labels, number));
  }

  Split split(Fits fits, int seed) {
    return split(fits, seed, "ref_" + label + "_seed" + seed, seed);
  }
}
