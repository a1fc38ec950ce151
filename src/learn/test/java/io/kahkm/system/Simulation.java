package io.kahkm.system;

import io.kahkm.internal.numeric.Episodes;
import io.kahkm.internal.numeric.RandomSource;
import java.util.ArrayList;
import java.util.List;

/** Data sets drawn from a system, for fitting and evaluating. */
public final class Simulation {
  private Simulation() {}

  /**
   * Draws independent episodes.
   *
   * @param system what is simulated
   * @param seed equal seeds give equal episodes
   * @param count number of episodes, at least 1
   * @param transitions transitions of each episode, at least 1
   * @return episodes of {@code transitions + 1} states
   */
  public static Episodes episodes(DynamicalSystem system, long seed, int count, int transitions) {
    if (count < 1) {
      throw new IllegalArgumentException("count is " + count + ", at least 1 is needed");
    }
    if (transitions < 1) {
      throw new IllegalArgumentException(
          "transitions is " + transitions + ", at least 1 is needed");
    }
    RandomSource seeds = new RandomSource(seed);
    List<double[][]> episodes = new ArrayList<>(count);
    double[] state = new double[system.sensors().size()];
    for (int e = 0; e < count; e++) {
      RandomSource random = new RandomSource(seeds.nextSeed());
      double[][] states = new double[transitions + 1][];
      system.start(random, state);
      states[0] = state.clone();
      for (int t = 1; t <= transitions; t++) {
        system.step(random, state);
        states[t] = state.clone();
      }
      episodes.add(states);
    }
    return Episodes.of(episodes);
  }
}
