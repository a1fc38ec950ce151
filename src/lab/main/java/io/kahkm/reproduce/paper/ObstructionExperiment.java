package io.kahkm.reproduce.paper;

import io.kahkm.internal.closure.Closure;
import io.kahkm.internal.closure.ClosureFit;
import io.kahkm.internal.kahm.Encoding;
import io.kahkm.internal.kahm.FarField;
import io.kahkm.internal.kahm.KahmMap;
import io.kahkm.internal.kahm.MapFitter;
import io.kahkm.internal.kahm.MapSettings;
import io.kahkm.internal.kahm.Partition;
import io.kahkm.internal.kahm.Regularization;
import io.kahkm.internal.kahm.ScalingKind;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.internal.numeric.kernel.DeterministicMath;
import io.kahkm.system.FourState;
import io.kahkm.system.SoftMap;
import java.util.List;

/**
 * tab:analytic_obstruction: the four-state example under both dynamics, at the exponent that gives
 * p = 31/32. Population values: every state has probability 1/4.
 */
final class ObstructionExperiment implements Experiment {
  private static final String TABLE = "tab:analytic_obstruction";
  private static final List<Integer> LABELS = List.of(0, 0, 1, 1);

  /** p / (1 - p) at p = 31/32. */
  private static final double ODDS = 31;

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    double[][] phi = SoftMap.of(map()).encodeAll(FourState.states());
    store(results, "Identity", phi, FourState.identity());
    store(results, "Conflicting successors", phi, FourState.conflict());
  }

  /** The example's map at p = 31/32. */
  static KahmMap map() {
    Encoding encoding = new Encoding(2);
    map(1).newEncoder().encode(FourState.states()[0], encoding);
    double inside = 1 - encoding.scores()[0] + MapSettings.DEFAULT_TAU;
    double outside = 1 - encoding.scores()[1] + MapSettings.DEFAULT_TAU;
    return map(DeterministicMath.log(ODDS) / DeterministicMath.log(inside / outside));
  }

  private static KahmMap map(double omega) {
    return MapFitter.fit(
        new MapSettings(
            List.of("first", "second"),
            2,
            omega,
            MapSettings.DEFAULT_TAU,
            new MapSettings.Reconstruction(
                MapSettings.DEFAULT_BLOCK, FarField.PAPER, Regularization.FIXED_POINT),
            MapSettings.States.of(ScalingKind.NONE)),
        FourState.states(),
        new Partition.GivenLabels(LABELS),
        Progress.NONE);
  }

  private static void store(Results results, String row, double[][] phi, FourState system) {
    double[][] z = new double[phi.length][];
    for (int i = 0; i < phi.length; i++) {
      z[i] = phi[system.successor(i)];
    }
    double spread = 0;
    double loss = 0;
    for (int i = 0; i < phi.length; i++) {
      int other = i ^ 1;
      for (int c = 0; c < 2; c++) {
        double deviation = (z[i][c] - z[other][c]) / 2;
        spread += deviation * deviation / phi.length;
      }
      double miss = 1 - phi[i][LABELS.get(i)];
      loss += miss * miss / phi.length;
    }
    Closure best = Closure.of(ClosureFit.leastSquares(phi, z));
    double risk = 0;
    for (int i = 0; i < phi.length; i++) {
      risk += best.squaredError(phi[i], z[i]) / phi.length;
    }
    double kappa = Math.sqrt(2);
    double limit = Math.max(0, Math.sqrt(spread) - kappa * Math.sqrt(2 * loss));
    results.put(TABLE, row, "sigma_res", Math.sqrt(spread));
    results.put(TABLE, row, "Optimal RMSE", Math.sqrt(risk));
    results.put(TABLE, row, "Certificate limit", limit);
  }
}
