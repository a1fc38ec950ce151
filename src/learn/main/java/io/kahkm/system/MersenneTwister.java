package io.kahkm.system;

/**
 * The uniform numbers of numpy's {@code RandomState(seed)}, bit for bit: MT19937 started from one
 * 32-bit word. Mutable, for one thread.
 */
public final class MersenneTwister {
  private static final int SIZE = 624;
  private static final int PERIOD = 397;
  private static final int MATRIX = 0x9908b0df;
  private static final int UPPER = 0x80000000;
  private static final int LOWER = 0x7fffffff;
  private static final int SEED_MULTIPLIER = 1812433253;
  private static final int TEMPERING_B = 0x9d2c5680;
  private static final int TEMPERING_C = 0xefc60000;
  private static final double TWO_POWER_26 = 0x1.0p26;
  private static final double TWO_POWER_MINUS_53 = 0x1.0p-53;

  private final int[] state = new int[SIZE];
  private int next = SIZE;

  /**
   * Starts the sequence of {@code RandomState(seed)}.
   *
   * @param seed from 0 to 2^32 - 1
   */
  public MersenneTwister(long seed) {
    if (seed < 0 || seed > 0xffffffffL) {
      throw new IllegalArgumentException("seed is " + seed + ", must be from 0 to 4294967295");
    }
    state[0] = (int) seed;
    for (int i = 1; i < SIZE; i++) {
      state[i] = SEED_MULTIPLIER * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
    }
  }

  /**
   * The next uniform number, from 53 bits of two words.
   *
   * @return in [0, 1)
   */
  public double nextUniform() {
    double high = word() >>> 5;
    double low = word() >>> 6;
    return (high * TWO_POWER_26 + low) * TWO_POWER_MINUS_53;
  }

  private int word() {
    if (next == SIZE) {
      twist();
    }
    int word = state[next++];
    word ^= word >>> 11;
    word ^= (word << 7) & TEMPERING_B;
    word ^= (word << 15) & TEMPERING_C;
    return word ^ (word >>> 18);
  }

  private void twist() {
    for (int i = 0; i < SIZE; i++) {
      int mixed = (state[i] & UPPER) | (state[(i + 1) % SIZE] & LOWER);
      int other = (mixed & 1) == 0 ? 0 : MATRIX;
      state[i] = state[(i + PERIOD) % SIZE] ^ (mixed >>> 1) ^ other;
    }
    next = 0;
  }
}
