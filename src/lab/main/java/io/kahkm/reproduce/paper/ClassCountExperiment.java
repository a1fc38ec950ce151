package io.kahkm.reproduce.paper;

import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.reproduce.paper.benchmark.SoftModel;
import io.kahkm.reproduce.paper.print.FigurePoint;
import io.kahkm.system.SoftMap;
import java.util.List;

/**
 * The figure of CartPole's and MountainCar's errors by the number of classes: one fit per class
 * count with the exponent of the smallest E_50.
 *
 * <p>The paper does not say which exponents it tries; here they are those of its Acrobot search.
 */
final class ClassCountExperiment implements Experiment {
  static final String FIGURE = "fig:exp_regime_count";

  private static final int[] CLASSES = {10, 15, 20, 30, 50, 80, 100};
  private static final double[] OMEGAS = {0.5, 1, 2, 4, 8};
  private static final int LAST = 50;
  private static final List<ControlTaskSetting> TASKS =
      List.of(ControlTaskSetting.CART_POLE, ControlTaskSetting.MOUNTAIN_CAR);

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    int done = 0;
    for (ControlTaskSetting task : TASKS) {
      for (int classes : CLASSES) {
        ControlTaskSetting.Run run = task.run(fits, 0, "eval_100", classes);
        ErrorsByHorizon best = null;
        double omegaOfBest = 0;
        for (double omega : OMEGAS) {
          ErrorsByHorizon scores = scores(run, classes, omega);
          if (best == null || scores.relativeError(LAST) < best.relativeError(LAST)) {
            best = scores;
            omegaOfBest = omega;
          }
        }
        point(results, task, 1, classes, best, omegaOfBest);
        point(results, task, LAST, classes, best, omegaOfBest);
        progress.update("class counts", ++done, (long) TASKS.size() * CLASSES.length);
      }
    }
  }

  private static ErrorsByHorizon scores(ControlTaskSetting.Run run, int classes, double omega) {
    SoftMap map = SoftModel.kahm(run.current(), run.labels(), classes, omega);
    SoftModel model = SoftModel.of(map, run.current(), run.next());
    List<double[][]> phi = run.evaluationStates().stream().map(map::encodeAll).toList();
    return ErrorsByHorizon.ofClosure(phi, model.nlms(), Projection.NONE, 1, LAST);
  }

  private static void point(
      Results results,
      ControlTaskSetting task,
      int horizon,
      int classes,
      ErrorsByHorizon scores,
      double omega) {
    results.point(
        FIGURE,
        new FigurePoint(
            "",
            task.title() + " E_" + horizon,
            classes,
            scores.relativeError(horizon),
            Double.NaN,
            omega));
  }
}
