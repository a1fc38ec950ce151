package io.kahkm.reproduce.paper;

import io.kahkm.internal.numeric.Progress;
import java.util.Map;

/**
 * Two figures: the methods of tab:exp_external in the coordinates of the reference configurations,
 * by horizon, with that table's trajectories.
 */
final class ExternalReferenceExperiment implements Experiment {
  private static final int[] HORIZONS = {1, 2, 5, 10, 20, 50, 100, 200};

  private static final Map<String, String> NAMES =
      Map.of(
          "kahkm",
          "KAHKM (NLMS)",
          "dmd",
          "State DMD",
          "edmd2",
          "State EDMD, degree 2",
          "edmd3",
          "State EDMD, degree 3");

  /** The figure of an oscillator. */
  static String figure(OscillatorReference reference) {
    return "fig:exp_external_" + reference.label() + "_reference";
  }

  @Override
  public void run(Fits fits, Results results, Progress progress) {
    int done = 0;
    for (OscillatorReference reference : OscillatorReference.values()) {
      SelectedOscillator system = SelectedOscillator.of(reference);
      Curves curves = new Curves(figure(reference));
      ExternalExperiment.compare(
          system.fit(fits, "external_reference", reference.classes(), reference.omega()),
          HORIZONS,
          (method, scores) -> {
            for (int horizon : HORIZONS) {
              curves.add(NAMES.get(method), horizon, scores.relativeError(horizon));
            }
          });
      curves.store(results);
      progress.update("state predictors, reference", ++done, OscillatorReference.values().length);
    }
  }
}
