package io.kahkm.internal.numeric;

/**
 * A sequence of random numbers. Mutable, for one thread. The simulator's own sequences are {@link
 * RandomSource}, those of the paper's experiments {@code NumpyRandom}.
 */
public interface RandomNumbers {
  /**
   * A uniform number.
   *
   * @return a multiple of 2^-53 in [0, 1)
   */
  double nextUniform();

  /**
   * A uniform integer.
   *
   * @param bound at least 1
   * @return a value in [0, bound)
   */
  int nextInt(int bound);

  /**
   * A standard Gaussian number.
   *
   * @return a draw from the Gaussian law of mean 0 and standard deviation 1
   */
  double nextGaussian();
}
