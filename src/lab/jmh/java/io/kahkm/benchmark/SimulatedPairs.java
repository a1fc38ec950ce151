package io.kahkm.benchmark;

import io.kahkm.internal.certificate.sums.PairEvidence;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Pairs of coordinates on a circle of classes: a state is close to two neighbouring classes, its
 * successor has moved on by a random share of a class. Neighbouring classes overlap, as in a map
 * that forecasts well, so that S is ill-conditioned and the norm limit binds.
 */
final class SimulatedPairs {
  private static final int PAIRS = 512;

  private final PairEvidence[] pairs = new PairEvidence[PAIRS];
  private int next;

  SimulatedPairs(int classes) {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < PAIRS; i++) {
      PairEvidence pair = new PairEvidence(classes);
      double position = random.nextDouble(classes);
      fill(pair.coordinates, position);
      fill(pair.successor, position + random.nextDouble(2));
      pair.nearestClass = (int) (position + 0.5) % classes;
      pair.scores = new double[classes];
      Arrays.fill(pair.scores, 0.5);
      pair.residual = 0.01;
      pairs[i] = pair;
    }
  }

  private static void fill(double[] coordinates, double position) {
    int classes = coordinates.length;
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      double direct = Math.abs(position % classes - c);
      double distance = Math.min(direct, classes - direct);
      double square = 0.1 + distance * distance;
      coordinates[c] = 1 / (square * square);
      sum += coordinates[c];
    }
    for (int c = 0; c < classes; c++) {
      coordinates[c] /= sum;
    }
  }

  PairEvidence next() {
    next = (next + 1) % PAIRS;
    return pairs[next];
  }
}
