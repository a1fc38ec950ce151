package io.kahkm.reproduce.paper;

import io.kahkm.internal.numeric.Progress;

/** One experiment of the paper: computes all values of its tables from the packaged inputs. */
interface Experiment {
  /**
   * Runs the experiment.
   *
   * @param fits the inputs, and what other experiments have fitted
   * @param results receives every value of its tables
   * @param progress told of every finished fit
   */
  void run(Fits fits, Results results, Progress progress);
}
