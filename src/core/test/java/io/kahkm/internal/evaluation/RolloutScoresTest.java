package io.kahkm.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.closure.Projection;
import io.kahkm.internal.numeric.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scores over recordings, against every forecast made by itself: step by step, from each state. */
class RolloutScoresTest {
  private static final int CLASSES = 3;
  private static final int[] HORIZONS = {1, 3, 30};

  /** The prediction after so many steps, x_{t+1} = B' x_t. */
  private static double[] predicted(Matrix closure, double[] from, int steps) {
    double[] state = from.clone();
    for (int step = 0; step < steps; step++) {
      double[] next = new double[CLASSES];
      for (int i = 0; i < CLASSES; i++) {
        for (int j = 0; j < CLASSES; j++) {
          next[j] += state[i] * closure.get(i, j);
        }
      }
      state = next;
    }
    return state;
  }

  private static List<double[][]> sequences(int... lengths) {
    Random random = new Random(lengths.length);
    List<double[][]> sequences = new ArrayList<>();
    for (int length : lengths) {
      double[][] sequence = new double[length][CLASSES];
      for (double[] state : sequence) {
        for (int c = 0; c < CLASSES; c++) {
          state[c] = random.nextDouble();
        }
      }
      sequences.add(sequence);
    }
    return sequences;
  }

  /** Several starts are rolled out together: every number of them left over is tried. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 20})
  void everyStateWhoseTargetIsInItsSequenceIsAStart(int length) {
    Matrix closure = Matrix.ofRows(new double[][] {{.8, .1, .1}, {.2, .7, .1}, {.05, .15, .8}});
    List<double[][]> sequences = sequences(length, 6, 1);
    List<ForecastScorer> scores = RolloutScores.of(sequences, closure, Projection.NONE, HORIZONS);

    assertThat(scores).hasSize(HORIZONS.length);
    for (int i = 0; i < HORIZONS.length; i++) {
      ForecastScorer expected = new ForecastScorer(CLASSES, 0);
      for (double[][] phi : sequences) {
        for (int t = 0; t + HORIZONS[i] < phi.length; t++) {
          double[] said = predicted(closure, phi[t], HORIZONS[i]);
          expected.add(said, phi[t + HORIZONS[i]], phi[t], 0);
        }
      }
      ForecastScorer score = scores.get(i);
      assertThat(score.starts()).isEqualTo(expected.starts());
      if (expected.starts() > 0) {
        // Sums in another order; all values are below 1.
        assertThat(score.rmse()).isCloseTo(expected.rmse(), within(1e-13));
        assertThat(score.relativeError()).isCloseTo(expected.relativeError(), within(1e-13));
        assertThat(score.persistenceRmse()).isEqualTo(expected.persistenceRmse());
      }
    }
    assertThat(scores.get(2).starts()).isZero();
  }
}
