package io.kahkm.reproduce.paper.data;

import io.kahkm.system.Oscillator;

/** Trajectories of the paper's shared oscillator generators. */
public final class OscillatorPath {
  private OscillatorPath() {}

  /**
   * One trajectory with its own random sequence: first the start, then the noise of every step.
   *
   * @param oscillator the system
   * @param seed seed of the sequence
   * @param steps number of transitions
   * @return {@code steps + 1} states (q, p)
   */
  public static double[][] of(Oscillator oscillator, int seed, int steps) {
    NumpyRandom random = new NumpyRandom(seed);
    double[][] states = new double[steps + 1][2];
    oscillator.start(random, states[0]);
    for (int t = 1; t <= steps; t++) {
      states[t] = states[t - 1].clone();
      oscillator.step(random, states[t]);
    }
    return states;
  }
}
