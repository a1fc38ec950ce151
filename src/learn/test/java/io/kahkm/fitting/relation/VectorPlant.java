package io.kahkm.fitting.relation;

import io.kahkm.internal.numeric.Episodes;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A simulated plant: x(t) = a x(t - 1) + noise, with hidden swings that several sensors share.
 * Sensor j reads 10 (j + 1) + the mixture of the swings and a swing of its own.
 */
final class VectorPlant {
  private final SplittableRandom random;
  private final int sensors;
  private final double memory;
  private final double[] hidden = new double[2];
  private final double[] own;

  VectorPlant(long seed, int sensors, double memory) {
    random = new SplittableRandom(seed);
    this.sensors = sensors;
    this.memory = memory;
    own = new double[sensors];
    for (int j = 0; j < sensors; j++) {
      own[j] = random.nextGaussian();
    }
    hidden[0] = random.nextGaussian();
    hidden[1] = random.nextGaussian();
  }

  double[] next() {
    double step = Math.sqrt(1 - memory * memory);
    for (int k = 0; k < hidden.length; k++) {
      hidden[k] = memory * hidden[k] + step * random.nextGaussian();
    }
    double[] row = new double[sensors];
    for (int j = 0; j < sensors; j++) {
      own[j] = memory * own[j] + step * random.nextGaussian();
      row[j] = 10 * (j + 1) + hidden[j % 2] + 0.5 * hidden[(j + 1) % 2] + 0.5 * own[j];
    }
    return row;
  }

  double[][] rows(int count) {
    double[][] rows = new double[count][];
    for (int t = 0; t < count; t++) {
      rows[t] = next();
    }
    return rows;
  }

  double gaussian() {
    return random.nextGaussian();
  }

  static Episodes one(double[][] rows) {
    return Episodes.of(List.<double[][]>of(rows));
  }

  static List<String> names(int sensors) {
    return java.util.stream.IntStream.range(0, sensors).mapToObj(j -> "s" + j).toList();
  }
}
