package io.kahkm.internal.numeric;

import java.util.SplittableRandom;

/**
 * Random numbers that are the same for the same seed on every Java virtual machine.
 *
 * <p>Bits come from {@link SplittableRandom#nextLong()} (SplitMix64, whose sequence is fixed); the
 * distributions are made here because those of the platform may change between releases. Mutable,
 * for one thread.
 */
public final class RandomSource implements RandomNumbers {
  private static final double TWO_POWER_MINUS_53 = 0x1.0p-53;

  private final SplittableRandom bits;
  private double spareGaussian;
  private boolean hasSpareGaussian;

  /**
   * Starts a sequence.
   *
   * @param seed any value; equal seeds give equal sequences
   */
  public RandomSource(long seed) {
    bits = new SplittableRandom(seed);
  }

  /**
   * A seed for an independent sequence. Seeds of several sequences must come from here: SplitMix64
   * sequences of nearby seeds can be shifted copies of each other.
   *
   * @return 64 random bits
   */
  public long nextSeed() {
    return bits.nextLong();
  }

  @Override
  public double nextUniform() {
    return (bits.nextLong() >>> 11) * TWO_POWER_MINUS_53;
  }

  /** {@inheritDoc} The deviation from uniform is below bound * 2^-53. */
  @Override
  public int nextInt(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("bound is " + bound + ", at least 1 is needed");
    }
    return (int) (nextUniform() * bound);
  }

  /**
   * {@inheritDoc} Marsaglia's polar method, with {@link StrictMath#log(double)} so that all
   * machines agree.
   */
  @Override
  public double nextGaussian() {
    if (hasSpareGaussian) {
      hasSpareGaussian = false;
      return spareGaussian;
    }
    while (true) {
      double first = 2 * nextUniform() - 1;
      double second = 2 * nextUniform() - 1;
      double square = first * first + second * second;
      if (square < 1 && square > 0) {
        double factor = Math.sqrt(-2 * StrictMath.log(square) / square);
        spareGaussian = second * factor;
        hasSpareGaussian = true;
        return first * factor;
      }
    }
  }
}
