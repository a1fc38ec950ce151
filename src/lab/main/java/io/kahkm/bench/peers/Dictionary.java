package io.kahkm.bench.peers;

/** Features of a state, of which linear functions forecast. Stateless after its creation. */
interface Dictionary {
  /** Number of features, at least 1. */
  int size();

  /**
   * Computes all features.
   *
   * @param state the latest readings, newest first; not modified
   * @param into takes {@link #size} features
   */
  void of(double[] state, double[] into);
}
