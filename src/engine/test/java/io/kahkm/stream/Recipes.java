package io.kahkm.stream;

import io.kahkm.fitting.FitSettings;
import io.kahkm.fitting.ModelFitter;
import io.kahkm.internal.kahm.Model;
import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.Progress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A machine with two recipes: two sensors swing together around a level, and the level is the
 * recipe's. The readings of one are far from everything that the model of the other one knows.
 */
final class Recipes {
  static final List<String> SENSORS = List.of("flow", "heat");
  static final long STEP = 1_000;
  private static final int RECORDED = 1_500;

  static final Model A = fit("A", 1);
  static final Model B = fit("B", 2);

  /** Models on trial beside them. */
  static final Model OTHER_A = fit("A", 3);

  static final Model OTHER_B = fit("B", 4);

  private final SplittableRandom random;
  private double swing;

  Recipes(long seed) {
    random = new SplittableRandom(seed);
  }

  private static double level(String recipe) {
    return recipe.equals("A") ? 0 : 40;
  }

  /** The next reading. */
  double[] next(String recipe) {
    swing = 0.7 * swing + random.nextGaussian();
    return new double[] {
      level(recipe) + swing + 0.3 * random.nextGaussian(),
      2 * level(recipe) + swing + 0.3 * random.nextGaussian()
    };
  }

  private static Model fit(String recipe, long seed) {
    Recipes machine = new Recipes(seed);
    double[][] rows = new double[RECORDED][];
    for (int i = 0; i < RECORDED; i++) {
      rows[i] = machine.next(recipe);
    }
    return ModelFitter.fit(
            FitSettings.plain(SENSORS, 6, List.of(1, 5))
                .withProvenance(Map.of("recording", recipe + seed)),
            Episodes.of(List.<double[][]>of(rows)),
            Progress.NONE)
        .model();
  }

  /** A record's value; the mode as JSON. */
  static String json(int n, double[] row, String mode) {
    return String.format(
        Locale.ROOT,
        "{\"t\":%d,\"flow\":%s,\"heat\":%s,\"recipe\":%s}",
        STEP * n,
        row[0],
        row[1],
        mode);
  }
}
