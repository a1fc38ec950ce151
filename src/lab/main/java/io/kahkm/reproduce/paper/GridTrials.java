package io.kahkm.reproduce.paper;

import io.kahkm.internal.closure.Projection;
import io.kahkm.reproduce.paper.benchmark.SoftModel;
import io.kahkm.reproduce.paper.data.BehaviorEpisodes;
import io.kahkm.reproduce.paper.data.PaperData;
import io.kahkm.selection.GridSearch;
import io.kahkm.selection.RunScore;
import io.kahkm.system.Acrobot;
import io.kahkm.system.SoftMap;
import java.util.ArrayList;
import java.util.List;

/** Fits and scores the candidates of the searches that are not {@link OscillatorTrial}'s. */
final class GridTrials {
  /**
   * The paper says only that the Acrobot search uses other evaluation seeds than 100, 101 and 102.
   */
  static final int ACROBOT_EVALUATION_SEED = 1000;

  private static final int ACROBOT_EPISODES = 6;
  static final int ACROBOT_HORIZON = 50;
  static final int REFERENCE_HORIZON = 1;

  private GridTrials() {}

  /** The Duffing reference search: the first 900 transitions train, the other 300 select. */
  static GridSearch.Trial duffingReference(Fits fits) {
    return (classes, omegas, seed, noise) -> {
      OscillatorReference.Split split;
      synchronized (fits) {
        split = OscillatorReference.DUFFING.divided(fits, seed, classes);
      }
      return scores(
          split.current(),
          split.next(),
          split.labels(),
          List.<double[][]>of(split.evaluation()),
          classes,
          omegas,
          REFERENCE_HORIZON);
    };
  }

  /** The Acrobot search: training seed 0, six evaluation episodes of our own generator. */
  static GridSearch.Trial acrobot(Fits fits) {
    List<double[][]> evaluation =
        BehaviorEpisodes.collect(Acrobot.standard(), ACROBOT_EVALUATION_SEED, ACROBOT_EPISODES)
            .stream()
            .map(PaperData.ControlEpisode::rows)
            .toList();
    return (classes, omegas, seed, noise) -> {
      ControlTaskSetting.Run run;
      synchronized (fits) {
        run = ControlTaskSetting.ACROBOT.run(fits, seed, "eval_100", classes);
      }
      return scores(
          run.current(), run.next(), run.labels(), evaluation, classes, omegas, ACROBOT_HORIZON);
    };
  }

  private static List<RunScore> scores(
      double[][] current,
      double[][] next,
      List<Integer> labels,
      List<double[][]> evaluation,
      int classes,
      List<Double> omegas,
      int horizon) {
    List<RunScore> scores = new ArrayList<>();
    for (double omega : omegas) {
      SoftMap map = SoftModel.kahm(current, labels, classes, omega);
      SoftModel model = SoftModel.of(map, current, next);
      List<double[][]> phi = evaluation.stream().map(map::encodeAll).toList();
      scores.add(
          ErrorsByHorizon.ofClosure(phi, model.nlms(), Projection.NONE, horizon)
              .runScore(ErrorsByHorizon.variation(phi)));
    }
    return scores;
  }
}
