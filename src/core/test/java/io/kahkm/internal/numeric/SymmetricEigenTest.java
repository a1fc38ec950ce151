package io.kahkm.internal.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymmetricEigenTest {
  private static double[][] random(int size, int rank, long seed) {
    double[][] factor = new double[size][size];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < rank; i++) {
      factor[i] = random.doubles(size, -1, 1).toArray();
    }
    return SquareProducts.ownProducts(factor);
  }

  private static void decomposes(double[][] matrix) {
    int size = matrix.length;
    double[][] vectors = Matrix.identity(size).toRows();
    double[] values = new SymmetricEigen(SquareProducts.copy(matrix), vectors).values();
    double[][] scaled = SquareProducts.copy(vectors);
    double largest = 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        scaled[i][j] *= values[i];
        largest = Math.max(largest, Math.abs(matrix[i][j]));
      }
    }
    double[][] turned = SquareProducts.transpose(vectors);
    double[][] back = SquareProducts.times(turned, scaled);
    double[][] unit = SquareProducts.ownProducts(turned);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        assertThat(back[i][j]).isCloseTo(matrix[i][j], within(1e-14 * size * largest));
        assertThat(unit[i][j]).isCloseTo(i == j ? 1 : 0, within(1e-14 * size));
      }
    }
    double top = Arrays.stream(values).max().orElseThrow();
    assertThat(SymmetricEigen.largest(matrix)).isCloseTo(top, within(1e-14 * size * largest));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 25, 60, 150})
  void theFactorsGiveTheMatrixBack(int size) {
    decomposes(random(size, size, 1));
    decomposes(random(size, (size + 1) / 2, 2));
    decomposes(random(size, 1, 3));
  }

  /**
   * Moments of coordinates that hardly differ leave entries whose squares are subnormal or zero:
   * the inverse of such a square is infinite, and a window's bounds were not a number.
   */
  @Test
  void entriesWithoutASquareDoNoHarm() {
    for (int exponent = -560; exponent <= -400; exponent++) {
      for (int kept = 0; kept < 3; kept++) {
        double[][] matrix = random(6, 6, exponent);
        for (int i = 0; i < 6; i++) {
          for (int j = 0; j < 6; j++) {
            matrix[i][j] *= i == j || Math.max(i, j) < kept ? 1 : Math.scalb(1.0, exponent);
          }
        }
        decomposes(matrix);
        matrix[3][3] = 0;
        matrix[4][4] = Math.scalb(1.0, exponent);
        decomposes(matrix);
      }
    }
  }

  @Test
  void diagonalMultipleAndGradedEigenvaluesConverge() {
    double[][] graded = new double[20][20];
    double[][] ones = new double[20][20];
    for (int i = 0; i < 20; i++) {
      Arrays.fill(ones[i], 1);
      for (int j = 0; j < 20; j++) {
        graded[i][j] = Math.scalb(1.0 / (1 + Math.abs(i - j)), -3 * (i + j));
      }
    }
    decomposes(new double[20][20]);
    decomposes(ones);
    decomposes(graded);
    decomposes(new double[][] {{2, 0, 0}, {0, -1, 0}, {0, 0, 2}});
    decomposes(new double[][] {{2, 1}, {1, 2}});
  }

  @Test
  void theLargestEigenvalueOfAKnownMatrixIsFound() {
    double[][] matrix = {{2, 1}, {1, 2}};

    assertThat(SymmetricEigen.largest(matrix)).isCloseTo(3, within(1e-15));
    assertThat(SymmetricEigen.largest(new double[][] {{-3, 0}, {0, -1}})).isEqualTo(-1);
  }
}
