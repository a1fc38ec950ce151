package io.kahkm.internal.kahm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.internal.numeric.Progress;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KMeansTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 17})
  void everyStateBelongsToTheNearestClassMean(int classes) {
    double[][] states = RandomMaps.states(3, 200, new Random(classes));
    int[] labels = KMeans.labels(states, classes, 1, Progress.NONE);
    assertThat(labels).contains(IntStream.range(0, classes).toArray());
    double[] means =
        Arrays.stream(PlainKMeans.means(states, labels, classes))
            .flatMapToDouble(Arrays::stream)
            .toArray();
    for (int i = 0; i < states.length; i++) {
      assertThat(labels[i]).isEqualTo(NearestCentres.nearest(means, states[i]));
    }
  }

  @Test
  void equalSeedsGiveEqualLabelsAndTheSeedMatters() {
    double[][] states = RandomMaps.states(2, 300, new Random(5));
    int[] labels = KMeans.labels(states, 12, 3, Progress.NONE);
    assertThat(KMeans.labels(states, 12, 3, Progress.NONE)).isEqualTo(labels);
    assertThat(KMeans.labels(states, 12, 4, Progress.NONE)).isNotEqualTo(labels);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4})
  void separatedClustersAreFound(long seed) {
    double[][] states = new double[60][];
    Random random = new Random(seed);
    for (int i = 0; i < states.length; i++) {
      states[i] = new double[] {100 * (i % 3) + random.nextGaussian(), random.nextGaussian()};
    }
    int[] labels = KMeans.labels(states, 3, seed, Progress.NONE);
    for (int i = 3; i < states.length; i++) {
      assertThat(labels[i]).isEqualTo(labels[i % 3]);
    }
    assertThat(Arrays.stream(labels, 0, 3).distinct().count()).isEqualTo(3);
  }

  /** Bounds spare distances, and several threads share the states; no label may depend on it. */
  @ParameterizedTest
  @CsvSource({"40, 2, 5", "700, 3, 12", "3000, 6, 30", "6000, 17, 50"})
  void labelsAreThoseOfEveryDistanceComputed(int count, int dimension, int classes) {
    Random random = new Random(count);
    double[][] states = new double[count][dimension];
    for (int i = 1; i < count; i++) {
      for (int j = 0; j < dimension; j++) {
        states[i][j] = 0.98 * states[i - 1][j] + random.nextGaussian();
      }
    }
    assertThat(KMeans.labels(states, classes, 5, Progress.NONE))
        .isEqualTo(PlainKMeans.labels(states, classes, 5));

    // On a lattice many distances are equal, and means move by little.
    for (double[] state : states) {
      for (int j = 0; j < dimension; j++) {
        state[j] = Math.rint(state[j]);
      }
    }
    assertThat(KMeans.labels(states, classes, 6, Progress.NONE))
        .isEqualTo(PlainKMeans.labels(states, classes, 6));
  }

  /** Ties, repeated states, and nearly as many classes as states. */
  @Test
  void smallAndRepetitiveDataHaveAClassForEveryMeanToo() {
    Random random = new Random(11);
    for (int trial = 0; trial < 500; trial++) {
      int classes = 4 + random.nextInt(5);
      double[][] states = new double[classes + 3 + random.nextInt(12)][];
      for (int i = 0; i < states.length; i++) {
        states[i] = new double[] {random.nextInt(9), random.nextInt(3)};
      }
      if (Arrays.stream(states).map(Arrays::toString).distinct().count() < classes) {
        continue;
      }
      int[] labels = KMeans.labels(states, classes, trial, Progress.NONE);
      assertThat(Arrays.stream(labels).distinct().count()).isEqualTo(classes);
      assertThat(labels).isEqualTo(PlainKMeans.labels(states, classes, trial));
      requireFixed(states, labels, classes);
    }
  }

  /** Every state is nearest to the mean of its class; a tie may be either's. */
  private static void requireFixed(double[][] states, int[] labels, int classes) {
    double[][] means = PlainKMeans.means(states, labels, classes);
    for (int i = 0; i < states.length; i++) {
      double own = PlainKMeans.distance(states[i], means[labels[i]]);
      for (double[] mean : means) {
        assertThat(own).isLessThanOrEqualTo(PlainKMeans.distance(states[i], mean) + 1e-9);
      }
    }
  }

  @Test
  void asManyClassesAsDifferentStatesWorkAndMoreAreRefused() {
    double[][] states = {{1, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 0}, {3, 0}};
    assertThat(Arrays.stream(KMeans.labels(states, 3, 0, Progress.NONE)).distinct().count())
        .isEqualTo(3);
    assertThatThrownBy(() -> KMeans.labels(states, 4, 0, Progress.NONE))
        .isInstanceOf(MapFitException.class)
        .hasMessage("only 3 different training states for 4 classes");
  }

  /** Of many states the centres are found among some; the classes lose next to nothing by it. */
  @ParameterizedTest
  @CsvSource({"25000, 12", "30000, 60"})
  void classesOfManyStatesAreAsTightAsThoseOfAll(int count, int classes) {
    Random random = new Random(count);
    double[][] states = new double[count][3];
    for (int i = 1; i < count; i++) {
      for (int j = 0; j < 3; j++) {
        states[i][j] = 0.98 * states[i - 1][j] + random.nextGaussian();
      }
    }
    int[] labels = KMeans.labels(states, classes, 5, Progress.NONE);
    double spread = spread(states, labels, classes);
    assertThat(spread)
        .isLessThan(1.01 * spread(states, PlainKMeans.labels(states, classes, 5), classes));

    // Control: the same classes with every hundredth state in another are looser than that.
    for (int i = 0; i < count; i += 100) {
      labels[i] = (labels[i] + 1) % classes;
    }
    assertThat(spread(states, labels, classes)).isGreaterThan(1.01 * spread);
  }

  /** Squared distances of all states from the means of their classes. */
  private static double spread(double[][] states, int[] labels, int classes) {
    assertThat(labels).contains(IntStream.range(0, classes).toArray());
    double[][] means = PlainKMeans.means(states, labels, classes);
    double sum = 0;
    for (int i = 0; i < states.length; i++) {
      sum += PlainKMeans.distance(states[i], means[labels[i]]);
    }
    return sum;
  }

  @Test
  void aPeriodOfARecordingDoesNotHideItsStates() {
    double[][] states = new double[40_000][];
    for (int i = 0; i < states.length; i++) {
      states[i] = new double[] {100 * (i % 4)};
    }
    int[] labels = KMeans.labels(states, 4, 7, Progress.NONE);
    assertThat(Arrays.stream(labels, 0, 4).distinct().count()).isEqualTo(4);
    for (int i = 4; i < states.length; i++) {
      assertThat(labels[i]).isEqualTo(labels[i % 4]);
    }
  }

  @Test
  void aStateThatASampleMissesStillHasItsClass() {
    double[][] states = new double[60_000][];
    for (int i = 0; i < states.length; i++) {
      states[i] = new double[] {i < 59_990 ? i % 2 : i};
    }
    int[] labels = KMeans.labels(states, 12, 3, Progress.NONE);
    assertThat(Arrays.stream(labels).distinct().count()).isEqualTo(12);
  }
}
