package io.kahkm.reproduce.paper;

import io.kahkm.internal.numeric.Matrix;
import io.kahkm.reproduce.paper.benchmark.SoftModel;
import io.kahkm.reproduce.paper.data.PaperData;
import io.kahkm.system.SoftMap;
import java.util.ArrayList;
import java.util.List;

/** The selected configurations of the control tasks and their runs. */
enum ControlTaskSetting {
  CART_POLE("cartpole", "CartPole", 20, 1, 1000, 1),
  MOUNTAIN_CAR("mountaincar", "MountainCar", 100, 1, 1000, 1),
  ACROBOT("acrobot", "Acrobot", 150, 0.5, 100, 0);

  static final int RUNS = 3;

  private final String label;
  private final String title;
  private final int classes;
  private final double omega;
  private final int evaluationSeed;
  private final int divisorOffset;

  ControlTaskSetting(
      String label,
      String title,
      int classes,
      double omega,
      int evaluationSeed,
      int divisorOffset) {
    this.label = label;
    this.title = title;
    this.classes = classes;
    this.omega = omega;
    this.evaluationSeed = evaluationSeed;
    this.divisorOffset = divisorOffset;
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

  /** Name of the configuration's row in the policy table. */
  String row() {
    String exponent = omega == Math.rint(omega) ? Integer.toString((int) omega) : "" + omega;
    return title + " (" + classes + "," + exponent + ")";
  }

  /** The deviation over runs divides by the number of runs minus this. */
  int divisorOffset() {
    return divisorOffset;
  }

  /** Training pairs within episodes with their labels, and the evaluation episodes, of one run. */
  record Run(
      List<PaperData.ControlEpisode> evaluation,
      List<double[]> currentStates,
      List<double[]> nextStates,
      List<Integer> labels) {
    double[][] current() {
      return currentStates.toArray(double[][]::new);
    }

    double[][] next() {
      return nextStates.toArray(double[][]::new);
    }

    List<double[][]> evaluationStates() {
      return evaluation.stream().map(PaperData.ControlEpisode::rows).toList();
    }
  }

  Run run(Fits fits, int seed) {
    return run(fits, seed, "eval_" + (evaluationSeed + seed));
  }

  Run run(Fits fits, int seed, String evaluation) {
    return run(fits, seed, evaluation, classes);
  }

  /** A run divided into another number of classes. */
  Run run(Fits fits, int seed, String evaluation, int number) {
    List<double[]> current = new ArrayList<>();
    List<double[]> next = new ArrayList<>();
    for (PaperData.ControlEpisode episode : fits.data().run(label, "train_" + seed)) {
      List<double[]> states = episode.states();
      current.addAll(states.subList(0, states.size() - 1));
      next.addAll(states.subList(1, states.size()));
    }
    return new Run(
        fits.data().run(label, evaluation),
        current,
        next,
        fits.labels(label, config(number, seed), current.toArray(double[][]::new), number, seed));
  }

  /** Name of the labels of a training run. */
  String config(int seed) {
    return config(classes, seed);
  }

  private static String config(int number, int seed) {
    return "C" + number + "_train_" + seed;
  }

  /** The map of a run with the blocks of the paper, and its training pairs' coordinates. */
  SoftModel model(Run run) {
    SoftMap map = SoftModel.kahm(run.current(), run.labels(), classes, omega);
    return SoftModel.of(map, run.current(), run.next());
  }

  /** A selected configuration, fitted to one training run. */
  record Fit(Run run, SoftModel model, Matrix closure, List<double[][]> evaluation) {}

  /** The selected map and closure with the coordinates of their evaluation. */
  Fit selected(Fits fits, int seed) {
    return fits.once(
        Fit.class,
        label + seed,
        () -> {
          Run run = run(fits, seed);
          SoftModel model = model(run);
          List<double[][]> phi =
              run.evaluationStates().stream().map(model.map()::encodeAll).toList();
          return new Fit(run, model, model.nlms(), phi);
        });
  }
}
