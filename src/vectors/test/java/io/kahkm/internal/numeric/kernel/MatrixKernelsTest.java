package io.kahkm.internal.numeric.kernel;

import static io.kahkm.internal.numeric.kernel.RowKernelsTest.rows;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chosen kernels are vectors here, as those of {@link RowKernelsTest} are. */
class MatrixKernelsTest {
  private static final double[][] FACTORS = rows(new SplittableRandom(12), 4, 10);

  private final MatrixKernels scalar = Kernels.scalar().matrices();
  private final MatrixKernels chosen = Kernels.provider().matrices();

  private interface Use {
    void on(MatrixKernels kernels, double[][] arrays);
  }

  private void same(int seed, int count, int length, Use use) {
    double[][] expected = rows(new SplittableRandom(seed), count, length);
    double[][] actual = rows(new SplittableRandom(seed), count, length);
    use.on(scalar, expected);
    use.on(chosen, actual);
    assertThat(actual).isDeepEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 24, 25, 33, 49, 64, 71, 150})
  void productsGetTheSameBits(int columns) {
    int length = Lanes.FIRST + Lanes.padded(columns);
    // What is behind the elements must be overwritten with zeros, whatever it was.
    same(13, 2, length, (k, r) -> k.product(r[1], FACTORS[0], 0, 1, columns, r[0]));
    same(14, 2, length * 10, (k, r) -> k.product(r[1], FACTORS[1], 0, 10, columns, r[0]));
  }

  /** What is behind the elements of a product must be overwritten with zeros, whatever it was. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 13, 15, 25, 26, 27, 49, 63, 70, 150})
  void matricesThatLearnGetTheSameBits(int count) {
    for (int columns = Math.max(1, count - 2); columns <= count; columns++) {
      int used = columns;
      int length = Math.max(count * columns, Lanes.aligned(count).length);
      same(9, 3, length, (k, r) -> k.learn(r[0], r[1], 0.3, count, used, r[2]));
      same(
          10,
          5,
          length,
          (k, r) -> {
            double[] out = Arrays.copyOf(r[4], Lanes.aligned(used).length);
            k.learnAndMultiply(r[0], r[1], 0.3, count, used, r[2], r[3], out);
            System.arraycopy(out, 0, r[4], 0, out.length);
          });
      same(
          16,
          3,
          length,
          (k, r) -> {
            double[] out = Arrays.copyOf(r[2], Lanes.aligned(used).length);
            k.product(r[0], r[1], Lanes.FIRST, count, used, out);
            System.arraycopy(out, 0, r[2], 0, out.length);
          });
    }
  }
}
