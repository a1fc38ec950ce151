package io.kahkm.internal.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Labels;
import io.kahkm.internal.numeric.Matrix;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RolloutTest {
  private static final int[] HORIZONS = {1, 2, 5, 6, 40};

  @ParameterizedTest
  @EnumSource(Projection.class)
  void oneSweepHasTheBitsOfRepeatedPrediction(Projection projection) {
    Random random = new Random(11);
    int classes = 9;
    Closure closure = Closure.of(Matrix.identity(classes));
    for (int i = 0; i < 200; i++) {
      closure.update(Simplex.point(random, classes), Simplex.point(random, classes), 0.9);
    }
    Matrix before = closure.matrix();
    double[] phi = Simplex.point(random, classes);
    double[][] predictions = new double[HORIZONS.length][classes];

    new Rollout(classes, HORIZONS, projection).roll(closure, phi, predictions);

    Closure step =
        projection == Projection.ROW
            ? Closure.of(SimplexProjection.rowStochastic(before))
            : closure;
    for (int i = 0; i < HORIZONS.length; i++) {
      double[] current = phi;
      for (int h = 0; h < HORIZONS[i]; h++) {
        double[] next = new double[classes];
        step.predict(current, next);
        if (projection == Projection.VECTOR) {
          SimplexProjection.project(next, next);
        }
        current = next;
      }
      assertThat(predictions[i]).isEqualTo(current);
    }
    assertThat(closure.matrix()).isEqualTo(before);
  }

  @Test
  void rowProjectionFollowsALearningClosure() {
    Random random = new Random(12);
    Closure closure = Closure.of(Matrix.identity(3));
    Rollout rollout = new Rollout(3, new int[] {1}, Projection.ROW);
    double[] phi = Simplex.point(random, 3);
    double[][] first = new double[1][3];
    double[][] second = new double[1][3];

    rollout.roll(closure, phi, first);
    closure.update(phi, new double[] {0, 0, 1}, 0.9);
    rollout.roll(closure, phi, second);

    assertThat(first[0]).isEqualTo(phi);
    assertThat(second[0][2]).isGreaterThan(first[0][2]);
  }

  @Test
  void expandingMatrixStaysOnTheSimplexWithVectorProjection() {
    for (double size : new double[] {3, 1e6, 1e200, Double.MAX_VALUE}) {
      Random random = new Random(13);
      int classes = 25;
      double[] values = Simplex.gaussian(random, classes * classes);
      for (int i = 0; i < values.length; i++) {
        values[i] = size * (values[i] > 0 ? 1 : -1);
      }
      Closure closure = Closure.of(Matrix.of(classes, classes, values));
      double[][] predictions = new double[2][classes];

      new Rollout(classes, new int[] {1, 2000}, Projection.VECTOR)
          .roll(closure, Simplex.point(random, classes), predictions);

      for (double[] predicted : predictions) {
        assertThat(Arrays.stream(predicted).min().orElseThrow()).isNotNegative();
        assertThat(Arrays.stream(predicted).sum()).isCloseTo(1, within(1e-12));
      }
    }
  }

  @Test
  void expandingMatrixDivergesWithoutProjection() {
    Closure closure = Closure.of(Matrix.of(2, 2, new double[] {1e100, -1e100, -1e100, 1e100}));
    double[][] predictions = new double[1][2];

    new Rollout(2, new int[] {5}, Projection.NONE).roll(closure, new double[] {1, 0}, predictions);

    assertThat(Double.isFinite(predictions[0][0])).isFalse();
  }

  @Test
  void impossibleSettingsAreRefused() {
    Closure three = Closure.of(Matrix.identity(3));
    Rollout two = new Rollout(2, new int[] {1}, Projection.NONE);

    assertThatThrownBy(() -> new Rollout(0, new int[] {1}, Projection.NONE))
        .hasMessageContaining("classes is 0");
    assertThatThrownBy(() -> new Rollout(2, new int[0], Projection.NONE))
        .hasMessageContaining("horizons is empty");
    assertThatThrownBy(() -> new Rollout(2, new int[] {0}, Projection.NONE))
        .hasMessageContaining("has 0");
    assertThatThrownBy(() -> new Rollout(2, new int[] {5, 5}, Projection.NONE))
        .hasMessageContaining("5 after 5");
    assertThatThrownBy(() -> two.roll(three, new double[3], new double[1][3]))
        .hasMessageContaining("b has 3 classes");
    assertThatThrownBy(
            () -> two.roll(Closure.of(Matrix.identity(2)), new double[2], new double[2][2]))
        .hasMessageContaining("predictions has 2");
  }

  @Test
  void projectionsHaveLabels() {
    assertThat(Labels.find(Projection.class, "vector")).isEqualTo(Projection.VECTOR);
    assertThat(Projection.ROW.label()).isEqualTo("row");
    assertThatThrownBy(() -> Labels.find(Projection.class, "column"))
        .hasMessageContaining("none, vector, row");
  }
}
