package io.kahkm.reproduce.alarm;

import io.kahkm.internal.numeric.RandomSource;

/**
 * A machine of a fleet from its first row to its failure, one row per cycle of operation: six
 * sensors follow its load, which swings from cycle to cycle, each with an offset, a gain and noise
 * of the machine's own. In the second half of its life it wears out, ever faster: a worn bearing
 * heats two sensors against the others, a fouled filter drives all along the load, beyond where any
 * load went.
 */
final class WearingMachine {
  /** Sensors of a machine. */
  static final int SENSORS = 6;

  private static final int SHORTEST = 300;
  private static final int LONGEST = 500;
  private static final double SWING = 0.3;
  private static final double NOISE = 0.3;
  private static final double WEAR = 4;

  private static final double[] LOAD = {1, 0.8, -0.6, 0.5, -1, 0.7};
  private static final double[] BEARING = {0, 0.35, 0, 0, 0, 0.25};

  private final double[][] rows;

  WearingMachine(long seed, boolean bearing, boolean wears) {
    RandomSource random = new RandomSource(seed);
    rows = new double[SHORTEST + random.nextInt(LONGEST - SHORTEST)][SENSORS];
    double[] offset = new double[SENSORS];
    double[] gain = new double[SENSORS];
    for (int j = 0; j < SENSORS; j++) {
      offset[j] = 10 * random.nextGaussian();
      gain[j] = StrictMath.exp(random.nextGaussian() / 2);
    }
    int onset = rows.length / 2 + random.nextInt(rows.length / 4);
    double load = random.nextGaussian();
    for (int t = 0; t < rows.length; t++) {
      load = SWING * load + Math.sqrt(1 - SWING * SWING) * random.nextGaussian();
      double worn = wears ? Math.max(0, (t - onset) / (double) (rows.length - onset)) : 0;
      double wear = WEAR * worn * worn;
      for (int j = 0; j < SENSORS; j++) {
        double moved = load * LOAD[j] + wear * (bearing ? BEARING[j] : LOAD[j]);
        rows[t][j] = offset[j] + gain[j] * (moved + NOISE * random.nextGaussian());
      }
    }
  }

  double[][] rows() {
    return rows;
  }
}
