package io.kahkm.internal.sensor;

import io.kahkm.internal.numeric.Matrix;
import java.util.Collections;
import java.util.SplittableRandom;

/**
 * A plant of three sensors about one hidden load, and the model that belongs to it: each follows
 * half of the others' changes and levels, and its own past a little.
 */
final class TestSensors {
  static final int[] LAGS = {1, 2, 4};
  static final double SCALE = 0.5;

  private TestSensors() {}

  static SensorNorm norm() {
    RunHazard never = RunHazard.of(new double[] {0.01, 0.05, 0.5});
    return new SensorNorm(
        new SensorNorm.Sizes(SCALE, 0.67, 0.8, 0.126, 1.645),
        new SensorNorm.Slacks(0.05, 0.1, 0.1),
        new SensorNorm.Range(-50, 150),
        never,
        RunHazard.estimate(new int[0]));
  }

  static SensorModel model() {
    return model(LAGS);
  }

  /** The same with other lags, as many. */
  static SensorModel model(int[] lags) {
    double[][] own = {{0.1, 0.05, 0.1}, {0.02, 0, 0.03}, {0.01, 0.04, 0}};
    double[][] changes = {{0, 0.4, 0.3}, {0.4, 0, 0.4}, {0.3, 0.3, 0}};
    double[][] levels = {{0.2, 0.3, 0.3}, {0.4, 0.2, 0.4}, {0.3, 0.4, 0.2}};
    return SensorModel.builder(4, new int[] {0, 2, 3})
        .scaling(new double[] {10, 20, 30}, new double[] {1, 2, 4})
        .past(lags, Matrix.ofRows(own))
        .shared(Matrix.ofRows(changes), Matrix.ofRows(levels), new double[] {0.01, -0.02, 0})
        .norms(Collections.nCopies(3, norm()))
        .build();
  }

  /** Independent standard normal numbers. */
  static double[] gaussians(SplittableRandom random, int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextGaussian();
    }
    return values;
  }
}
