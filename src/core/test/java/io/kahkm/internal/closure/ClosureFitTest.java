package io.kahkm.internal.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.internal.numeric.Progress;
import io.kahkm.testing.Golden;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosureFitTest {
  @ParameterizedTest
  @CsvSource({"paper,identity", "paper,conflict", "authors,identity", "authors,conflict"})
  void fourStatesGiveTheReferenceMatrices(String rule, String dynamics) {
    JsonNode golden = Golden.json("four_state.json").get(rule);
    double[][] phi = Golden.rows(golden.get("Phi"));
    JsonNode expected = golden.get(dynamics);
    double[] successors = Golden.vector(expected.get("successors"));
    double[][] z = new double[4][];
    for (int i = 0; i < 4; i++) {
      z[i] = phi[(int) successors[i]];
    }

    Matrix nlms = ClosureFit.nlms(Matrix.identity(2), phi, z, 0.1, 20, Progress.NONE);
    Matrix leastSquares = ClosureFit.leastSquares(phi, z);

    assertClose(nlms, Golden.rows(expected.get("B_nlms_20ep_beta01")), 1e-14);
    assertClose(leastSquares, Golden.rows(expected.get("B_lstsq")), 1e-14);
    assertClose(leastSquares, Golden.rows(expected.get("B_opt_formula")), 1e-14);
    double risk = 0;
    for (int i = 0; i < 4; i++) {
      risk += Simplex.squaredDistance(z[i], Simplex.times(phi[i], leastSquares)) / 4;
    }
    assertThat(Math.sqrt(risk))
        .isCloseTo(expected.get("optimal_rmse").doubleValue(), within(1e-14));
  }

  private static void assertClose(Matrix actual, double[][] expected, double tolerance) {
    for (int row = 0; row < expected.length; row++) {
      assertThat(actual.row(row)).containsExactly(expected[row], within(tolerance));
    }
  }

  @Test
  void epochsAreRepeatedUpdatesInInputOrder() {
    Random random = new Random(1);
    double[][] phi = Simplex.points(random, 30, 5);
    double[][] z = Simplex.points(random, 30, 5);
    List<String> reports = new ArrayList<>();

    Matrix fitted =
        ClosureFit.nlms(
            Matrix.identity(5),
            phi,
            z,
            0.2,
            3,
            (stage, done, total) -> reports.add(done + "/" + total));

    Closure closure = Closure.of(Matrix.identity(5));
    for (int i = 0; i < 90; i++) {
      closure.update(phi[i % 30], z[i % 30], 0.2);
    }
    assertThat(fitted).isEqualTo(closure.matrix());
    assertThat(reports).containsExactly("1/3", "2/3", "3/3");
  }

  @Test
  void leastSquaresSolvesTheNormalEquations() {
    Random random = new Random(2);
    for (int classes = 1; classes <= 10; classes++) {
      double[][] phi = Simplex.points(random, 60, classes);
      double[][] z = Simplex.points(random, 60, classes);

      Matrix fitted = ClosureFit.leastSquares(phi, z);

      assertNormalEquations(fitted, phi, z, 0);
    }
  }

  /** The gradient of the penalized squared error, phi^T (phi B - z) + lambda B, must vanish. */
  private static void assertNormalEquations(
      Matrix fitted, double[][] phi, double[][] z, double lambda) {
    double[][] gradient = fitted.toRows();
    for (double[] row : gradient) {
      for (int k = 0; k < row.length; k++) {
        row[k] *= lambda;
      }
    }
    for (int i = 0; i < phi.length; i++) {
      double[] predicted = Simplex.times(phi[i], fitted);
      for (int l = 0; l < gradient.length; l++) {
        for (int k = 0; k < predicted.length; k++) {
          gradient[l][k] += phi[i][l] * (predicted[k] - z[i][k]);
        }
      }
    }
    for (double[] row : gradient) {
      assertThat(row).containsExactly(new double[row.length], within(1e-13));
    }
  }

  @Test
  void leastSquaresOfDependentCoordinatesHasTheSmallestNorm() {
    // Given two equal columns: any split of their weight fits, equal shares have the smallest norm
    double[][] phi = {{0.2, 0.2, 0.6}, {0.3, 0.3, 0.4}, {0.1, 0.1, 0.8}, {0.45, 0.45, 0.1}};
    double[][] z = new double[4][];
    for (int i = 0; i < 4; i++) {
      z[i] = new double[] {2 * phi[i][0], phi[i][2]};
    }

    Matrix fitted = ClosureFit.leastSquares(phi, z);

    assertClose(fitted, new double[][] {{1, 0}, {1, 0}, {0, 1}}, 1e-13);
  }

  @Test
  void leastSquaresWithFewerPairsThanClassesInterpolates() {
    Random random = new Random(5);
    double[][] phi = Simplex.points(random, 3, 7);
    double[][] z = Simplex.points(random, 3, 7);

    Matrix fitted = ClosureFit.leastSquares(phi, z);

    for (int i = 0; i < 3; i++) {
      assertThat(Simplex.times(phi[i], fitted)).containsExactly(z[i], within(1e-13));
    }
  }

  @Test
  void ridgeSolvesItsNormalEquations() {
    Random random = new Random(6);
    double lambda = 0.25;
    double[][] phi = Simplex.points(random, 40, 6);
    double[][] z = Simplex.points(random, 40, 6);

    Matrix fitted = ClosureFit.ridge(phi, z, lambda);

    assertNormalEquations(fitted, phi, z, lambda);
  }

  @Test
  void smallRidgeOfDependentCoordinatesIsCloseToTheSmallestNorm() {
    double[][] phi = {{0.2, 0.2, 0.6}, {0.3, 0.3, 0.4}, {0.1, 0.1, 0.8}, {0.45, 0.45, 0.1}};

    Matrix fitted = ClosureFit.ridge(phi, phi, 1e-8);

    assertClose(fitted, ClosureFit.leastSquares(phi, phi).toRows(), 1e-6);
  }

  @Test
  void impossibleInputIsRefused() {
    double[][] one = {{1, 0}};
    double[][] two = {{1, 0}, {0, 1}};
    double[][] bad = {{1, Double.NaN}};
    double[][] ragged = {{1, 0}, {1}};

    assertThatThrownBy(() -> ClosureFit.leastSquares(one, two)).hasMessageContaining("phi has 1");
    assertThatThrownBy(() -> ClosureFit.leastSquares(bad, one)).hasMessageContaining("phi row 0");
    assertThatThrownBy(() -> ClosureFit.leastSquares(ragged, two)).hasMessageContaining("row 1");
    assertThatThrownBy(() -> ClosureFit.ridge(one, one, 0)).hasMessageContaining("lambda is 0.0");
    assertThatThrownBy(() -> ClosureFit.nlms(Matrix.identity(2), one, one, 1.5, 1, Progress.NONE))
        .hasMessageContaining("beta is 1.5");
    assertThatThrownBy(() -> ClosureFit.nlms(Matrix.identity(2), one, one, 0.1, -1, Progress.NONE))
        .hasMessageContaining("epochs is -1");
  }
}
