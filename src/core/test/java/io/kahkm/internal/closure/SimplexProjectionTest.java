package io.kahkm.internal.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.kahkm.internal.numeric.Matrix;
import io.kahkm.testing.Golden;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimplexProjectionTest {
  @Test
  void projectionsAndDistancesAreTheReferenceOnes() {
    JsonNode golden = Golden.json("simplex_projection.json");
    double[][] vectors = Golden.rows(golden.get("V"));
    double[][] expected = Golden.rows(golden.get("P"));
    double distance = 0;
    for (int i = 0; i < vectors.length; i++) {
      double[] projected = new double[vectors[i].length];

      distance += SimplexProjection.project(vectors[i], projected);

      assertThat(projected).containsExactly(expected[i], within(1e-14));
    }
    double reference = golden.get("nu").doubleValue();
    assertThat(distance / vectors.length).isCloseTo(reference, within(1e-14 * reference));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 9, 25, 150})
  void projectionIsOnTheSimplexIdempotentAndNearest(int classes) {
    Random random = new Random(classes);
    for (double scale : new double[] {1e-3, 0.3, 1, 30}) {
      double[] v = Simplex.gaussian(random, classes);
      for (int c = 0; c < classes; c++) {
        v[c] *= scale;
      }
      double[] projected = new double[classes];

      double distance = SimplexProjection.project(v, projected);

      assertThat(Arrays.stream(projected).min().orElseThrow()).isNotNegative();
      assertThat(Arrays.stream(projected).sum()).isCloseTo(1, within(1e-14 * Math.max(1, scale)));
      assertThat(distance)
          .isCloseTo(Simplex.squaredDistance(v, projected), within(1e-12 * (1 + distance)));
      assertThat(SimplexProjection.squaredDistance(v)).isEqualTo(distance);
      double[] again = new double[classes];
      assertThat(SimplexProjection.project(projected, again)).isLessThan(1e-28 * (1 + scale));
      assertThat(again).containsExactly(projected, within(1e-14 * (1 + scale)));
      for (int trial = 0; trial < 200; trial++) {
        double[] other = Simplex.point(random, classes);
        assertThat(Simplex.squaredDistance(v, other)).isGreaterThanOrEqualTo(distance - 1e-12);
        double[] near = mix(projected, other, 1e-3);
        assertThat(Simplex.squaredDistance(v, near))
            .isGreaterThanOrEqualTo(distance - 1e-12 * (1 + distance));
      }
    }
  }

  private static double[] mix(double[] a, double[] b, double share) {
    double[] mixed = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      mixed[i] = (1 - share) * a[i] + share * b[i];
    }
    return mixed;
  }

  @Test
  void projectionInPlaceIsAllowed() {
    double[] v = {2, 0.5, -1};

    double distance = SimplexProjection.project(v, v);

    assertThat(v).containsExactly(1, 0, 0);
    assertThat(distance).isEqualTo(1 + 0.25 + 1);
  }

  @Test
  void tiesAreSharedEqually() {
    double[] v = {7, 7, 7, -3};

    SimplexProjection.project(v, v);

    assertThat(v).containsExactly(new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0, 0}, within(1e-16));
  }

  @Test
  void theLargestFiniteValuesProjectWithoutOverflow() {
    double[] v = {Double.MAX_VALUE, -Double.MAX_VALUE, Double.MAX_VALUE};

    double distance = SimplexProjection.project(v, v);

    assertThat(v).containsExactly(0.5, 0, 0.5);
    assertThat(distance).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void divergedVectorBecomesUniformAtInfiniteDistance(double bad) {
    double[] v = {0.5, bad, 0.25, 0.25};
    double[] out = new double[4];

    double distance = SimplexProjection.project(v, out);

    assertThat(out).containsExactly(0.25, 0.25, 0.25, 0.25);
    assertThat(distance).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(SimplexProjection.squaredDistance(v)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThatThrownBy(() -> SimplexProjection.rowStochastic(Matrix.of(1, 4, v)))
        .hasMessageContaining("row 0");
  }

  @Test
  void rowStochasticProjectsEveryRowLikeAVector() {
    Random random = new Random(1);
    Matrix b = Simplex.matrix(random, 5, 11);

    Matrix projected = SimplexProjection.rowStochastic(b);

    for (int row = 0; row < 5; row++) {
      double[] expected = b.row(row);
      SimplexProjection.project(expected, expected);
      assertThat(projected.row(row)).isEqualTo(expected);
    }
  }

  @Test
  void emptyVectorIsRefused() {
    assertThatThrownBy(() -> SimplexProjection.project(new double[0], new double[0]))
        .hasMessageContaining("empty");
    assertThatThrownBy(() -> SimplexProjection.project(new double[2], new double[3]))
        .hasMessageContaining("out has 3");
  }
}
