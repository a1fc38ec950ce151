package io.kahkm.internal.kahm;

import io.kahkm.internal.numeric.Progress;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Maps fitted to seeded Gaussian clusters. */
final class RandomMaps {
  private RandomMaps() {}

  static double[][] states(int n, int count, Random random) {
    double[][] centres = new double[4][n];
    for (double[] centre : centres) {
      for (int j = 0; j < n; j++) {
        centre[j] = 3 * random.nextGaussian();
      }
    }
    double[][] states = new double[count][n];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < n; j++) {
        states[i][j] = centres[i % 4][j] + random.nextGaussian() / (1 + j % 3);
      }
    }
    return states;
  }

  static MapSettings settings(int n, int classes, FarField farField, ScalingKind scaling) {
    List<String> sensors = IntStream.range(0, n).mapToObj(j -> "s" + j).toList();
    return new MapSettings(
        sensors,
        classes,
        4,
        MapSettings.DEFAULT_TAU,
        new MapSettings.Reconstruction(30, farField, Regularization.FIXED_POINT),
        MapSettings.States.of(scaling));
  }

  static KahmMap map(int n, int classes, FarField farField, ScalingKind scaling, long seed) {
    double[][] states = states(n, 150, new Random(seed));
    return MapFitter.fit(
        settings(n, classes, farField, scaling),
        states,
        new Partition.KMeansStart(seed),
        Progress.NONE);
  }
}
