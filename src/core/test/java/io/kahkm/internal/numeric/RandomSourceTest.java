package io.kahkm.internal.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Fits and simulations are repeated to the bit from their seeds: the sequence is a format. */
class RandomSourceTest {
  private final RandomSource source = new RandomSource(42);
  private final SplittableRandom bits = new SplittableRandom(42);

  private double uniform() {
    return (bits.nextLong() >>> 11) / 9_007_199_254_740_992.0;
  }

  @Test
  void seedsAndUniformNumbersAreTheGeneratorsBits() {
    for (int i = 0; i < 100; i++) {
      assertThat(source.nextSeed()).isEqualTo(bits.nextLong());
      double value = source.nextUniform();
      assertThat(value).isEqualTo(uniform()).isBetween(0.0, 1.0);
    }
  }

  @Test
  void integersAreTheSharesOfTheUnitInterval() {
    boolean[] seen = new boolean[7];
    for (int i = 0; i < 200; i++) {
      int value = source.nextInt(7);
      assertThat(value).isEqualTo((int) Math.floor(uniform() * 7));
      seen[value] = true;
    }
    assertThat(seen).containsOnly(true);
    assertThat(source.nextInt(1)).isZero();
    assertThatThrownBy(() -> source.nextInt(0)).hasMessage("bound is 0, at least 1 is needed");
  }

  /** Marsaglia's polar method: two numbers of every point in the unit disc. */
  @Test
  void gaussianNumbersComeInPairsOfAPointInTheDisc() {
    for (int i = 0; i < 500; i++) {
      double x;
      double y;
      double square;
      do {
        x = 2 * uniform() - 1;
        y = 2 * uniform() - 1;
        square = x * x + y * y;
      } while (square >= 1 || square == 0);
      double factor = Math.sqrt(-2 * StrictMath.log(square) / square);
      assertThat(source.nextGaussian()).isEqualTo(x * factor);
      assertThat(source.nextGaussian()).isEqualTo(y * factor);
    }
  }
}
