package io.kahkm.reproduce.paper.data;

import java.util.Arrays;

/** The robustness studies' noise on training states. */
public final class ObservationNoise {
  private ObservationNoise() {}

  /**
   * Adds noise coordinate by coordinate, in proportion to that coordinate's population deviation.
   *
   * @param states the states; not modified
   * @param level relative deviation, at least 0
   * @param random source of the noise: all of the first coordinate, then all of the next
   * @return disturbed copies
   */
  public static double[][] disturb(double[][] states, double level, NumpyRandom random) {
    double[][] noisy = new double[states.length][states[0].length];
    for (int j = 0; j < states[0].length; j++) {
      int column = j;
      double[] values = Arrays.stream(states).mapToDouble(state -> state[column]).toArray();
      double deviation = level * Spread.deviation(values, 0);
      for (int i = 0; i < states.length; i++) {
        noisy[i][j] = states[i][j] + deviation * random.nextGaussian();
      }
    }
    return noisy;
  }
}
