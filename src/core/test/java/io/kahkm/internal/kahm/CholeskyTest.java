package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The factorization against the textbook's loops, element by element: the same bits. */
class CholeskyTest {
  private static final double UNTOUCHED = 123;

  /** A A' of random rows, whose diagonal is made larger. */
  private static double[] positive(int n, double ridge, Random random) {
    double[][] rows = new double[n][n];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> random.nextGaussian());
    }
    double[] matrix = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = i == j ? ridge : 0;
        for (int k = 0; k < n; k++) {
          sum += rows[i][k] * rows[j][k];
        }
        matrix[i * n + j] = sum;
        matrix[j * n + i] = sum;
      }
    }
    return matrix;
  }

  /** Row by row, every element by itself; null where a square root is of nothing. */
  private static double[] textbook(double[] matrix, int n) {
    double[] a = matrix.clone();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = a[i * n + j];
        for (int k = 0; k < j; k++) {
          sum -= a[i * n + k] * a[j * n + k];
        }
        if (i > j) {
          a[i * n + j] = sum / a[j * n + j];
        } else if (sum > 0) {
          a[i * n + i] = Math.sqrt(sum);
        } else {
          return null;
        }
      }
    }
    return a;
  }

  private static double[] textbookInverse(double[] lower, int n) {
    double[] inverse = new double[n * n];
    for (int j = 0; j < n; j++) {
      inverse[j * n + j] = 1 / lower[j * n + j];
      for (int i = j + 1; i < n; i++) {
        double sum = 0;
        for (int k = j; k < i; k++) {
          sum -= lower[i * n + k] * inverse[k * n + j];
        }
        inverse[i * n + j] = sum / lower[i * n + i];
      }
    }
    return inverse;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 13, 31, 64})
  void hasTheBitsOfTheTextbook(int n) {
    double[] matrix = positive(n, 0.5, new Random(n));
    double[] expected = textbook(matrix, n);

    double[] factor = matrix.clone();
    assertThat(Cholesky.decompose(factor, n)).isTrue();
    // What is above the diagonal is of the matrix still, in both.
    assertThat(factor).containsExactly(expected);

    double[] lower = textbookInverse(expected, n);
    assertThat(Cholesky.invertLower(factor, n)).containsExactly(lower);

    double[] inverse = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int k = i; k < n; k++) {
          sum += lower[k * n + i] * lower[k * n + j];
        }
        inverse[i * n + j] = sum;
        inverse[j * n + i] = sum;
      }
    }
    assertThat(Cholesky.invert(matrix, n)).containsExactly(inverse);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 9})
  void aMatrixThatIsNotPositiveDefiniteHasNoFactor(int n) {
    double[] matrix = positive(n, 0, new Random(n));
    matrix[n * n - 1] = -1;
    assertThat(textbook(matrix, n)).isNull();
    assertThat(Cholesky.decompose(matrix.clone(), n)).isFalse();
    assertThat(Cholesky.invert(matrix, n)).isNull();

    matrix[n * n - 1] = Double.NaN;
    assertThat(Cholesky.decompose(matrix.clone(), n)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 6})
  void onlyTheLowerTriangleIsWrittenAndForTheInverseRead(int n) {
    double[] matrix = positive(n, 1, new Random(3));
    double[] expected = textbookInverse(textbook(matrix, n), n);
    Cholesky.decompose(matrix, n);
    for (int i = 0; i < n; i++) {
      Arrays.fill(matrix, i * n + i + 1, (i + 1) * n, UNTOUCHED);
    }
    assertThat(Cholesky.invertLower(matrix, n)).containsExactly(expected);
  }
}
