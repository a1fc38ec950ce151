package io.kahkm.fitting.sensor;

import java.util.SplittableRandom;

/**
 * A simulated plant of five sensors: a load that repeats itself every 24 rows and wanders, which
 * four sensors read, two of them nearly the same, and a switch that stands for long.
 */
final class LoadPlant {
  static final int SENSORS = 5;
  static final int SEASON = 24;

  private final SplittableRandom random;
  private double load;
  private double slow;
  private double valve;
  private int row;

  LoadPlant(long seed) {
    random = new SplittableRandom(seed);
  }

  double[][] rows(int count) {
    double[][] rows = new double[count][];
    for (int t = 0; t < count; t++) {
      rows[t] = next();
    }
    return rows;
  }

  private double[] next() {
    load = 0.8 * load + 0.6 * random.nextGaussian();
    slow = 0.99 * slow + 0.14 * random.nextGaussian();
    double day = 2 * Math.sin(2 * Math.PI * row / SEASON);
    if (random.nextInt(400) == 0) {
      valve = 1 - valve;
    }
    row++;
    double all = day + load;
    return new double[] {
      10 + all + 0.3 * random.nextGaussian(),
      10.5 + all + 0.3 * random.nextGaussian(),
      50 - 3 * all + 2 * slow + random.nextGaussian(),
      5 + 0.5 * day + slow + 0.2 * random.nextGaussian(),
      valve
    };
  }
}
