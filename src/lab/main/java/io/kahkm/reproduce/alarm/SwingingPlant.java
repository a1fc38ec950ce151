package io.kahkm.reproduce.alarm;

import io.kahkm.internal.numeric.RandomSource;
import java.util.stream.Stream;

/**
 * A simulated plant in normal operation, a vector autoregression of order one: six sensors that
 * each mix six hidden swings. Swing j follows h(t) = a_j h(t - 1) + sqrt(1 - a_j^2) e with a_j = a
 * (1 - 0.3 j / 6), so that no sensor shows the slowest one by itself.
 */
final class SwingingPlant {
  /** Sensors, and hidden swings. */
  static final int SENSORS = 6;

  private static final double SPREAD = 0.3;
  private static final int DEGREES = 5;

  /** What drives the swings; unit variance. */
  enum Noise {
    /** Gaussian. */
    NORMAL("normal"),
    /** Student's t with five degrees of freedom: far values are frequent. */
    HEAVY("t5");

    final String words;

    Noise(String words) {
      this.words = words;
    }
  }

  private final RandomSource random;
  private final Noise noise;
  private final double[] memory = new double[SENSORS];
  private final double[][] mixture = new double[SENSORS][SENSORS];
  private final double[] hidden = new double[SENSORS];

  SwingingPlant(long seed, Noise noise, double slowest) {
    random = new RandomSource(seed);
    this.noise = noise;
    for (int j = 0; j < SENSORS; j++) {
      memory[j] = slowest * (1 - SPREAD * j / SENSORS);
      hidden[j] = random.nextGaussian();
      for (int i = 0; i < SENSORS; i++) {
        mixture[i][j] = random.nextGaussian();
      }
    }
  }

  double[] next() {
    double[] row = new double[SENSORS];
    for (int j = 0; j < SENSORS; j++) {
      hidden[j] = memory[j] * hidden[j] + Math.sqrt(1 - memory[j] * memory[j]) * drive();
      for (int i = 0; i < SENSORS; i++) {
        row[i] += mixture[i][j] * hidden[j];
      }
    }
    return row;
  }

  double[][] rows(int count) {
    return Stream.generate(this::next).limit(count).toArray(double[][]::new);
  }

  private double drive() {
    double value = random.nextGaussian();
    if (noise == Noise.NORMAL) {
      return value;
    }
    double squares = 0;
    for (int k = 0; k < DEGREES; k++) {
      double other = random.nextGaussian();
      squares += other * other;
    }
    return value / Math.sqrt(squares / DEGREES) * Math.sqrt((DEGREES - 2.0) / DEGREES);
  }
}
