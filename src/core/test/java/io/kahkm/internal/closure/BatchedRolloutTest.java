package io.kahkm.internal.closure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.numeric.Matrix;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link BatchedRollout} against {@link Rollout}, bit for bit. */
class BatchedRolloutTest {
  private static final int[] HORIZONS = {1, 2, 7, 30};

  @ParameterizedTest
  @EnumSource(Projection.class)
  void hasTheBitsOfSingleRollouts(Projection projection) {
    for (int classes : new int[] {1, 2, 3, 8, 9, 25, 26, 48, 64, 65, 150}) {
      Random random = new Random(classes);
      Closure closure = Closure.of(Matrix.identity(classes));
      for (int i = 0; i < 50; i++) {
        closure.update(Simplex.point(random, classes), Simplex.point(random, classes), 0.9);
      }
      double[][] starts = new double[BatchedRollout.STARTS][];
      for (int s = 0; s < starts.length; s++) {
        starts[s] = Simplex.point(random, classes);
      }
      double[][][] actual = new double[starts.length][HORIZONS.length][classes];
      new BatchedRollout(closure.matrix(), HORIZONS, projection).roll(starts, actual);

      Rollout single = new Rollout(classes, HORIZONS, projection);
      for (int s = 0; s < starts.length; s++) {
        double[][] expected = new double[HORIZONS.length][classes];
        single.roll(closure, starts[s], expected);
        assertThat(actual[s]).as("%d classes, start %d", classes, s).isDeepEqualTo(expected);
      }
    }
  }

  @Test
  void refusesBatchesOfAnotherSize() {
    BatchedRollout rollout = new BatchedRollout(Matrix.identity(2), new int[] {1}, Projection.NONE);

    assertThatThrownBy(() -> rollout.roll(new double[3][2], new double[4][1][2]))
        .hasMessageContaining("phi has 3 rows");
    assertThatThrownBy(
            () -> new BatchedRollout(Matrix.identity(2), new int[] {2, 1}, Projection.NONE))
        .hasMessageContaining("1 after 2");
  }
}
