package io.kahkm.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymmetricEigenTest {
  private static double[] random(int size, int rank, long seed) {
    double[] factor = new double[size * size];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < rank * size; i++) {
      factor[i] = random.nextDouble(-1, 1);
    }
    return SquareProducts.timesOwnTranspose(SquareProducts.transpose(factor, size), size);
  }

  private static void decomposes(double[] matrix, int size) {
    SymmetricEigen eigen = new SymmetricEigen(matrix.clone(), size);
    double[] vectors = eigen.vectors();
    double[] scaled = vectors.clone();
    double largest = Arrays.stream(matrix).map(Math::abs).max().orElseThrow();
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] *= eigen.values()[i / size];
    }
    double[] back = SquareProducts.times(SquareProducts.transpose(vectors, size), scaled, size);
    double[] unit = SquareProducts.timesOwnTranspose(vectors, size);
    for (int i = 0; i < back.length; i++) {
      assertThat(back[i]).isCloseTo(matrix[i], within(1e-14 * size * largest));
      assertThat(unit[i]).isCloseTo(i % (size + 1) == 0 ? 1 : 0, within(1e-14 * size));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 25, 60})
  void theFactorsGiveTheMatrixBack(int size) {
    decomposes(random(size, size, 1), size);
    decomposes(random(size, (size + 1) / 2, 2), size);
    decomposes(random(size, 1, 3), size);
  }

  @Test
  void diagonalMultipleAndGradedEigenvaluesConverge() {
    double[] graded = new double[400];
    double[] ones = new double[400];
    Arrays.fill(ones, 1);
    for (int i = 0; i < 20; i++) {
      for (int j = 0; j < 20; j++) {
        graded[i * 20 + j] = Math.scalb(1.0 / (1 + Math.abs(i - j)), -3 * (i + j));
      }
    }
    decomposes(new double[400], 20);
    decomposes(ones, 20);
    decomposes(graded, 20);
    decomposes(new double[] {2, 0, 0, 0, -1, 0, 0, 0, 2}, 3);
    assertThat(Arrays.stream(new SymmetricEigen(new double[] {2, 1, 1, 2}, 2).values()).sum())
        .isCloseTo(4, within(1e-15));
  }
}
