package io.kahkm.reproduce.alarm;

import io.kahkm.internal.numeric.RandomSource;
import java.util.stream.Stream;

/**
 * A simulated plant in normal operation: six sensors that each mix two swings of one memory, with
 * noise of their own whose level may change slowly. Levels are common to all sensors, as the load
 * of a machine is: the logarithm follows v(t) = 0.97 v(t - 1) + sqrt(1 - 0.97^2) 0.5 e.
 */
final class NoisyPlant {
  /** Sensors. */
  static final int SENSORS = 6;

  private static final int SWINGS = 2;
  private static final double LEVEL_MEMORY = 0.97;
  private static final double LEVEL_SPREAD = 0.5;

  private final RandomSource random;
  private final double memory;
  private final double noise;
  private final boolean wandering;
  private final double[][] mixture = new double[SENSORS][SWINGS];
  private final double[] hidden = new double[SWINGS];
  private double level;

  NoisyPlant(long seed, double memory, double noise, boolean wandering) {
    random = new RandomSource(seed);
    this.memory = memory;
    this.noise = noise;
    this.wandering = wandering;
    level = LEVEL_SPREAD * random.nextGaussian();
    for (int k = 0; k < SWINGS; k++) {
      hidden[k] = random.nextGaussian();
      for (int j = 0; j < SENSORS; j++) {
        mixture[j][k] = random.nextGaussian();
      }
    }
  }

  double[] next() {
    level =
        LEVEL_MEMORY * level
            + Math.sqrt(1 - LEVEL_MEMORY * LEVEL_MEMORY) * LEVEL_SPREAD * random.nextGaussian();
    for (int k = 0; k < SWINGS; k++) {
      hidden[k] = memory * hidden[k] + Math.sqrt(1 - memory * memory) * random.nextGaussian();
    }
    double scale = noise * (wandering ? StrictMath.exp(level) : 1);
    double[] row = new double[SENSORS];
    for (int j = 0; j < SENSORS; j++) {
      row[j] = scale * random.nextGaussian();
      for (int k = 0; k < SWINGS; k++) {
        row[j] += mixture[j][k] * hidden[k];
      }
    }
    return row;
  }

  double[][] rows(int count) {
    return Stream.generate(this::next).limit(count).toArray(double[][]::new);
  }
}
