package io.kahkm.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.kahkm.internal.numeric.Matrix;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The maps that the paper compares with, by hand. */
class CentroidMapTest {
  /** Weights of the maps that the paper compares with, of one state and three centroids. */
  @Test
  void mapsOfDistancesToCentroids() {
    Matrix centroids = Matrix.ofRows(new double[][] {{0, 0}, {3, 4}, {6, 8}});
    double[] state = {0, 1};
    double[] d = {1, Math.sqrt(18), Math.sqrt(85)};
    double[][] training = {{0, 0}, {0, 1}, {3, 6}, {6, 5}, {0, 2}};
    assertWeights(CentroidMap.nearest(centroids), state, 1, 0, 0);
    assertWeights(CentroidMap.inverseDistance(centroids), state, 1 / d[0], 1 / d[1], 1 / d[2]);
    // Distances of training states to their nearest centroid: 1, 2, 3, 2; their median is 2.
    assertWeights(
        CentroidMap.gaussian(centroids, training),
        state,
        Math.exp(-d[0] * d[0] / 8),
        Math.exp(-d[1] * d[1] / 8),
        Math.exp(-d[2] * d[2] / 8));
    // Between centroids: 5, 5 and 10, each twice.
    assertWeights(
        CentroidMap.gaussianBetweenCentroids(centroids),
        state,
        Math.exp(-d[0] * d[0] / 50),
        Math.exp(-d[1] * d[1] / 50),
        Math.exp(-d[2] * d[2] / 50));
    // The 95th percentile of 1, 2, 2, 3 lies at 2.85 places.
    double scale = 2 + 0.85;
    assertWeights(
        CentroidMap.clippedDistance(centroids, training, 3, 0.1),
        state,
        Math.pow(1 - 1 / scale + 0.1, 3),
        Math.pow(0.1, 3),
        Math.pow(0.1, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CentroidMap.gaussian(centroids, new double[][] {{0, 0}}))
        .withMessage("all distances are 0, a bandwidth needs a positive one");
  }

  private static void assertWeights(CentroidMap map, double[] state, double... weights) {
    double sum = Arrays.stream(weights).sum();
    double[] coordinates = new double[map.classes()];
    map.encode(state, coordinates);
    assertThat(coordinates)
        .containsExactly(Arrays.stream(weights).map(w -> w / sum).toArray(), within(1e-7));
    assertThat(map.encodeAll(new double[][] {state, state}))
        .isDeepEqualTo(new double[][] {coordinates, coordinates});
  }
}
