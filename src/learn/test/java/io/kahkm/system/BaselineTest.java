package io.kahkm.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Matrix;
import org.junit.jupiter.api.Test;

class BaselineTest {
  private static final Matrix CENTROIDS = Matrix.ofRows(new double[][] {{0, 0}, {2, 0}, {0, 4}});

  @Test
  void dictionaryHoldsEveryMonomialOnce() {
    PolynomialDictionary dictionary = new PolynomialDictionary(2, 3);

    assertThat(dictionary.size()).isEqualTo(10);
    assertThat(dictionary.features(new double[] {2, 3}))
        .containsExactlyInAnyOrder(1, 2, 3, 4, 6, 9, 8, 12, 18, 27);
    assertThat(new PolynomialDictionary(6, 3).size()).isEqualTo(84);
  }

  @Test
  void dynamicModesRecoverALinearSystem() {
    double[][] current = {{1, 0}, {0, 1}, {1, 1}, {2, -1}};
    double[][] next = new double[current.length][];
    for (int i = 0; i < current.length; i++) {
      next[i] = new double[] {0.5 * current[i][0] + current[i][1], -0.25 * current[i][1]};
    }

    double[][] path = StatePredictor.dynamicModes(current, next).forecast(new double[] {4, 8}, 2);

    // The penalty of 1e-8 moves the matrix by about as much.
    assertThat(path[0]).containsExactly(new double[] {10, -2}, within(1e-6));
    assertThat(path[1]).containsExactly(new double[] {3, 0.5}, within(1e-6));
  }

  @Test
  void liftedStepsAreNotLiftedAgainButStepwiseOnesAre() {
    double[][] current = new double[21][1];
    double[][] next = new double[21][1];
    for (int i = 0; i <= 20; i++) {
      current[i][0] = -1 + i / 10.0;
      next[i][0] = current[i][0] * current[i][0];
    }

    double[][] stepwise =
        StepwiseRegression.fit(current, next, 2).free().forecast(new double[] {0.5}, 2);
    double[][] lifted =
        StatePredictor.extendedDynamicModes(current, next, 2).forecast(new double[] {0.5}, 2);

    assertThat(stepwise[1][0]).isCloseTo(0.0625, within(1e-6));
    assertThat(lifted[0][0]).isCloseTo(0.25, within(1e-6));
    // The square of the square is no monomial of degree 2: only its projection is predicted.
    assertThat(lifted[1][0]).isNotCloseTo(0.0625, within(1e-3));
  }

  @Test
  void clippingBoundsEveryPredictedValue() {
    double[][] current = {{1}, {2}, {3}};
    double[][] next = {{10}, {20}, {30}};

    double[][] path =
        StepwiseRegression.fit(current, next, 1).clipped(5).forecast(new double[] {1}, 3);

    assertThat(path[2]).containsExactly(5);
  }

  @Test
  void centroidMapsGiveSimplexVectorsWithMostWeightOnTheNearest() {
    double[][] training = {{0.5, 0}, {1.5, 0.5}, {0, 3}, {2, 1}};
    for (CentroidMap map :
        new CentroidMap[] {
          CentroidMap.nearest(CENTROIDS),
          CentroidMap.clippedDistance(CENTROIDS, training, 4, 1e-6),
          CentroidMap.gaussian(CENTROIDS, training),
          CentroidMap.inverseDistance(CENTROIDS),
          CentroidMap.gaussianBetweenCentroids(CENTROIDS)
        }) {
      double[] phi = new double[3];
      map.encode(new double[] {1.6, 0.1}, phi);

      assertThat(phi[0] + phi[1] + phi[2]).isCloseTo(1, within(1e-15));
      assertThat(phi[1]).isGreaterThan(phi[0]).isGreaterThan(phi[2]);
    }
  }

  @Test
  void aFarStateKeepsFiniteWeights() {
    double[] phi = new double[3];
    CentroidMap.gaussianBetweenCentroids(CENTROIDS).encode(new double[] {1e6, 0}, phi);

    assertThat(phi).containsExactly(0, 1, 0);
  }
}
