package io.kahkm.reproduce.paper;

import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.numeric.Progress;

/** tab:exp_policy and its numbers in the prose: prediction under the fixed behaviour policies. */
final class PolicyExperiment implements Experiment {
  private static final String TABLE = "tab:exp_policy";
  private static final String PROSE = "text:policy";
  private static final int[] HORIZONS = {1, 5, 10, 20, 50};

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    int done = 0;
    for (ControlTaskSetting task : ControlTaskSetting.values()) {
      Averages averages = new Averages();
      for (int seed = 0; seed < ControlTaskSetting.RUNS; seed++) {
        ControlTaskSetting.Fit fit = task.selected(fits, seed);
        ErrorsByHorizon scores =
            ErrorsByHorizon.ofClosure(fit.evaluation(), fit.closure(), Projection.NONE, HORIZONS);
        for (int horizon : new int[] {1, 50}) {
          averages.error(TABLE, task.row(), "E_" + horizon, scores, horizon);
          averages.r2(TABLE, task.row(), "R2_" + horizon, scores, horizon);
        }
        if (task != ControlTaskSetting.ACROBOT) {
          averages.meanError(PROSE, task.row(), "mean E over h=1,5,10,20,50", scores);
        }
        progress.update("control tasks", ++done, 9);
      }
      averages.storeSpread(results, task.divisorOffset());
    }
  }
}
