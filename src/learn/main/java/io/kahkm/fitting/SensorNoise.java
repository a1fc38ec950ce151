package io.kahkm.fitting;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.RandomSource;
import java.util.ArrayList;
import java.util.List;

/** Measurement noise on recorded readings, for choices that shall hold with noisy sensors. */
final class SensorNoise {
  private SensorNoise() {}

  /**
   * Adds Gaussian noise to every value, in proportion to its sensor's standard deviation.
   *
   * @param rows readings; not modified
   * @param level relative standard deviation, at least 0
   * @param seed of the whole search
   * @param repetition with the level: which draw
   * @return the rows themselves at level 0, else disturbed copies; NaN stays NaN
   */
  static Episodes add(Episodes rows, double level, long seed, int repetition) {
    if (level == 0) {
      return rows;
    }
    double[] deviation = deviations(rows);
    RandomSource seeds = new RandomSource(seed ^ Double.doubleToLongBits(level));
    long own = seeds.nextSeed();
    for (int i = 0; i < repetition; i++) {
      own = seeds.nextSeed();
    }
    RandomSource random = new RandomSource(own);
    List<double[][]> noisy = new ArrayList<>();
    for (int e = 0; e < rows.count(); e++) {
      double[][] episode = new double[rows.length(e)][rows.dimension()];
      for (int t = 0; t < episode.length; t++) {
        for (int j = 0; j < deviation.length; j++) {
          episode[t][j] = rows.state(e, t)[j] + level * deviation[j] * random.nextGaussian();
        }
      }
      noisy.add(episode);
    }
    return rows.withStates(noisy);
  }

  /** Population standard deviation of every sensor over its finite readings. */
  private static double[] deviations(Episodes rows) {
    double[] deviations = new double[rows.dimension()];
    for (int j = 0; j < deviations.length; j++) {
      double mean = 0;
      double squares = 0;
      int count = 0;
      for (int e = 0; e < rows.count(); e++) {
        for (int t = 0; t < rows.length(e); t++) {
          double value = rows.state(e, t)[j];
          if (Double.isFinite(value)) {
            count++;
            double before = value - mean;
            mean += before / count;
            squares += before * (value - mean);
          }
        }
      }
      deviations[j] = count == 0 ? 0 : Math.sqrt(squares / count);
    }
    return deviations;
  }
}
