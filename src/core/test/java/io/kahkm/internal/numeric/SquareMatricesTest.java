package io.kahkm.internal.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Products, factors and norms by which windows are assessed, against the sums written out. */
class SquareMatricesTest {
  /** Sums of at most 17 products below about 10, in another order. */
  private static final Offset<Double> ROUNDING = within(1e-12);

  private static double[][] random(int rows, int columns, long seed) {
    Random random = new Random(seed);
    double[][] a = new double[rows][columns];
    for (double[] row : a) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextGaussian();
      }
    }
    return a;
  }

  private static double[][] product(double[][] a, double[][] b) {
    double[][] c = new double[a.length][b[0].length];
    for (int i = 0; i < c.length; i++) {
      for (int j = 0; j < c[0].length; j++) {
        for (int l = 0; l < b.length; l++) {
          c[i][j] += a[i][l] * b[l][j];
        }
      }
    }
    return c;
  }

  private static double[][] transposed(double[][] a) {
    double[][] b = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        b[j][i] = a[i][j];
      }
    }
    return b;
  }

  private static void same(double[][] actual, double[][] expected) {
    assertThat(actual).hasDimensions(expected.length, expected[0].length);
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).containsExactly(expected[i], ROUNDING);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17})
  void productsAreTheOnesOfTheirDefinition(int size) {
    double[][] a = random(size, size + 2, 1);
    double[][] b = random(size + 2, size + 1, 2);
    same(SquareProducts.times(a, b), product(a, b));
    same(SquareProducts.transpose(a), transposed(a));
    same(SquareProducts.ownProducts(a), product(transposed(a), a));
    same(SquareProducts.rowProducts(a), product(a, transposed(a)));
    assertThat(SquareProducts.rowProducts(a))
        .isDeepEqualTo(SquareProducts.ownProducts(transposed(a)));
    double[][] symmetric = product(a, transposed(a));
    double[][] d = random(size, 3, 3);
    double form = 0;
    double[][] whole = product(transposed(d), product(symmetric, d));
    for (int i = 0; i < 3; i++) {
      form += whole[i][i];
    }
    assertThat(SquareProducts.form(symmetric, d) / form).isCloseTo(1, within(1e-12));
    double[][] copy = SquareProducts.copy(a);
    copy[0][0] = 99;
    assertThat(a[0][0]).isNotEqualTo(99);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 5, 9, 17})
  void aFactorGivesTheMatrixBackAndSolvesWithIt(int size) {
    double[][] a = random(size, size, 4);
    double[][] positive = product(transposed(a), a);
    for (int i = 0; i < size; i++) {
      positive[i][i] += 1;
    }
    double[][] before = SquareProducts.copy(positive);
    CholeskyFactor factor = CholeskyFactor.of(positive).orElseThrow();
    assertThat(positive).isDeepEqualTo(before);
    double[][] right = random(size, 3, 5);
    double[][] solution = SquareProducts.copy(right);
    factor.solveLower(solution);
    factor.solveUpper(solution);
    same(product(positive, solution), right);
    double[][] lower = new double[size][size];
    for (int i = 0; i < size; i++) {
      lower[i][i] = 1;
    }
    factor.solveLower(lower);
    // X = R'^-1, so X A X' = I.
    double[][] identity = product(product(lower, positive), transposed(lower));
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        assertThat(identity[i][j]).isCloseTo(i == j ? 1 : 0, within(1e-10));
      }
    }
  }

  @Test
  void whatIsNotPositiveDefiniteHasNoFactor() {
    assertThat(CholeskyFactor.of(new double[][] {{0}})).isEmpty();
    assertThat(CholeskyFactor.of(new double[][] {{-1}})).isEmpty();
    assertThat(CholeskyFactor.of(new double[][] {{Double.NaN}})).isEmpty();
    assertThat(CholeskyFactor.of(new double[][] {{4, 2}, {2, 1}})).isEmpty();
    assertThat(CholeskyFactor.of(new double[][] {{4, 2}, {2, 1.0000001}})).isPresent();
  }

  /** At least the norm, to some units in the last place: certificates rest on its being a bound. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 1e-200, 1e200, 3e-310})
  void theNormIsABoundAndATightOne(double scale) {
    for (int size : new int[] {1, 2, 3, 8, 17}) {
      double[][] b = random(size, size, size);
      double[][] scaled = SquareProducts.copy(b);
      for (double[] row : scaled) {
        for (int j = 0; j < size; j++) {
          row[j] *= scale;
        }
      }
      double norm = SpectralNorm.bound(Matrix.ofRows(scaled)) / scale;
      double powered = poweredNorm(b);
      // A subnormal scale loses digits of the matrix itself.
      double loss = scale < 1e-300 ? 1e-9 : 1e-12;
      assertThat(norm / powered).isBetween(1 - loss, 1 + loss * 100);
    }
  }

  private static double poweredNorm(double[][] b) {
    double[][] square = product(transposed(b), b);
    double[] x = new double[b.length];
    Arrays.fill(x, 1);
    double length = 0;
    for (int step = 0; step < 200_000; step++) {
      double[] y = new double[x.length];
      for (int i = 0; i < x.length; i++) {
        for (int j = 0; j < x.length; j++) {
          y[i] += square[i][j] * x[j];
        }
      }
      double sum = 0;
      for (double value : y) {
        sum += value * value;
      }
      double next = Math.sqrt(sum);
      for (int i = 0; i < x.length; i++) {
        x[i] = y[i] / next;
      }
      if (step > 100 && Math.abs(next - length) <= 1e-16 * next) {
        return Math.sqrt(next);
      }
      length = next;
    }
    return Math.sqrt(length);
  }

  @Test
  void partsRunAndKeepTheirOrder() {
    List<Callable<Integer>> parts =
        List.of(
            () -> {
              Thread.sleep(20);
              return 1;
            },
            () -> 2,
            () -> 3);
    StringBuilder told = new StringBuilder();
    List<Integer> results =
        Parallel.run("parts", parts, (stage, done, all) -> told.append(stage).append(done));
    assertThat(results).containsExactly(1, 2, 3);
    assertThat(told.toString()).isEqualTo("parts0parts1parts2parts3");
    assertThatThrownBy(running(new IllegalArgumentException("no such part")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no such part");
    assertThatThrownBy(running(new IOException("no disk")))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("no disk");
  }

  /** Runs a part that fails. */
  private static ThrowingCallable running(Exception failure) {
    Callable<Integer> part =
        () -> {
          throw failure;
        };
    return () -> Parallel.run("parts", List.of(part), Progress.NONE);
  }

  private enum Colour implements Labelled {
    RED,
    DARK_BLUE
  }

  @Test
  void labelsFindTheirConstant() {
    assertThat(Labels.find(Colour.class, "dark-blue")).isEqualTo(Colour.DARK_BLUE);
    assertThatThrownBy(() -> Labels.find(Colour.class, "blue"))
        .hasMessage("\"blue\" is none of: red, dark-blue");
  }
}
