package io.kahkm.internal.numeric.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * This build runs its tests with the module jdk.incubator.vector: the chosen kernels are vectors.
 */
class RowKernelsTest {
  private static final double[][] FACTORS = rows(new SplittableRandom(12), 4, 10);

  private final RowKernels scalar = Kernels.scalar().rows();
  private final RowKernels chosen = Kernels.provider().rows();

  static double[][] rows(SplittableRandom random, int count, int length) {
    double[][] rows = new double[count][length];
    for (double[] row : rows) {
      for (int j = 0; j < length; j++) {
        // Magnitudes from subnormal to large: an operation in another order shows.
        row[j] = random.nextDouble(-1, 1) * Math.scalb(1.0, random.nextInt(-1070, 60));
      }
    }
    return rows;
  }

  private interface Use {
    void on(RowKernels kernels, double[][] rows);
  }

  private void same(int seed, int count, int length, Use use) {
    double[][] expected = rows(new SplittableRandom(seed), count, length);
    double[][] actual = rows(new SplittableRandom(seed), count, length);
    use.on(scalar, expected);
    use.on(chosen, actual);
    assertThat(actual).isDeepEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 25, 33, 64, 71, 150})
  void rowsOfAnyLengthGetTheSameBits(int length) {
    for (int from : new int[] {0, length / 3, length - 1}) {
      same(1, 2, length, (k, r) -> k.add(r[0], 0.3, r[1], from));
      same(2, 5, length, (k, r) -> k.addFour(r[0], 3, r[1], -1, r[2], 0.1, r[3], 7, r[4], from));
      same(3, 3, length, (k, r) -> k.change(r[0], 0.3, -0.7, r[1], r[2], from));
      same(4, 4, length, (k, r) -> k.changeAndSum(r[0], 0.3, -7, r[1], r[2], 0.9, r[3], from));
    }
    same(
        11,
        18,
        length,
        (k, r) ->
            k.productFour(
                Arrays.copyOf(r, 10),
                FACTORS[0],
                FACTORS[1],
                FACTORS[2],
                FACTORS[3],
                10,
                r[14],
                r[15],
                r[16],
                r[17],
                length / 5));
    int padded = Lanes.padded(length);
    for (int count : new int[] {0, 1, 5}) {
      same(
          15,
          18,
          padded,
          (k, r) ->
              k.addProducts(
                  Arrays.copyOf(r, 8),
                  Arrays.copyOfRange(r, 8, 13),
                  Arrays.copyOfRange(r, 13, 18),
                  count));
    }
    same(5, 3, length, (k, r) -> k.addAndSum(r[0], 0.3, r[1], -0.9, r[2]));
    same(6, 2, length, (k, r) -> k.rotate(r[0], r[1], 0.6, 0.8));
    same(7, 3, length, (k, r) -> k.rotateTwice(r[0], r[1], r[2], 0.6, 0.8, -0.8, 0.6));
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 32, 72})
  void squaresGetTheSameBits(int count) {
    int length = Lanes.FIRST + count;
    same(
        12,
        3,
        length,
        (k, r) -> {
          double[] lanes = new double[8];
          k.squares(r[0], lanes);
          System.arraycopy(lanes, 0, r[0], 0, 8);
          k.subtract(r[1], r[2], r[1], lanes);
          System.arraycopy(lanes, 0, r[2], 0, 8);
        });
  }
}
